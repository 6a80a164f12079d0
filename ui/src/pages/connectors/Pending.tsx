import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import * as backend from '#ui/backend/connectors'
import { Button } from '#ui/components/Button'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Ago } from '#ui/components/Time'
import { say, Say } from '#ui/lib/say'
import css from './connectors.module.css'

/** Calls that wait for the person, and those that nobody answered in time. */
export function Pending({ only }: { only?: string }) {
  const query = useQuery(backend.pendingCalls())
  const calls = (query.data?.dispatches ?? []).filter(
    ({ server_id: id }) => only === undefined || id === only,
  )
  const waiting = calls.filter(({ status }) => status === 'pending')
  const expired = calls.filter(({ status }) => status === 'expired')
  return (
    <>
      {waiting.length > 0 && (
        <section className={css.trust} aria-label={say('Calls that wait for you')}>
          <h2>
            {waiting.length === 1
              ? say('A call waits for you')
              : say('{count} calls wait for you', { count: waiting.length })}
          </h2>
          <Requests calls={waiting} />
        </section>
      )}
      {expired.length > 0 && (
        <section className={css.late} aria-label={say('Calls that nobody answered')}>
          <h2>
            {expired.length === 1
              ? say('A call was not made, because nobody answered in time')
              : say('{count} calls were not made, because nobody answered in time', {
                  count: expired.length,
                })}
          </h2>
          <Requests calls={expired} />
        </section>
      )}
    </>
  )
}

function Requests({ calls }: { calls: readonly backend.PendingCall[] }) {
  return (
    <ul className={css.list}>
      {calls.map((dispatch) => (
        <li key={dispatch.dispatch_id}>
          <Request dispatch={dispatch} />
        </li>
      ))}
    </ul>
  )
}

function Request({ dispatch }: { dispatch: backend.PendingCall }) {
  // An agent names itself, and may call itself “You”.
  const isPerson = dispatch.requested_by === 'person'
  const agent = dispatch.requested_by.slice('agent:'.length)
  const waits = dispatch.status === 'pending'
  const values = {
    who: isPerson ? 'person' : agent === '' ? 'nobody' : 'agent',
    agent,
    b: (inner: ReactNode) => <b>{inner}</b>,
    tool: <b>{dispatch.tool_name}</b>,
    server: dispatch.server_name,
    when: <Ago at={dispatch.created_at} />,
  }
  return (
    <div className={css.request}>
      <p>
        {waits ? (
          <Say
            text={`{who, select, person {<b>You</b> want to call {tool} of {server}, {when}.}
            agent {<b>The agent “{agent}”</b> wants to call {tool} of {server}, {when}.}
            other {<b>An agent</b> wants to call {tool} of {server}, {when}.}}`}
            values={values}
          />
        ) : (
          <Say
            text={`{who, select, person {<b>You</b> wanted to call {tool} of {server}, {when}.}
            agent {<b>The agent “{agent}”</b> wanted to call {tool} of {server}, {when}.}
            other {<b>An agent</b> wanted to call {tool} of {server}, {when}.}}`}
            values={values}
          />
        )}
        {waits && ' '}
        {waits && say('It asks first, because {reason}.', { reason: dispatch.because })}
      </p>
      <p className="muted">{dispatch.request_summary}</p>
      <pre aria-label={say('Its arguments')}>{dispatch.arguments_text}</pre>
      {waits && <Answer id={dispatch.dispatch_id} decisions={dispatch.decisions} of={dispatch} />}
    </div>
  )
}

interface AnswerProps {
  id: string
  /** What can be answered. Absent: everything, as for a call of the person. */
  decisions?: backend.PendingCall['decisions']
  /** The tool, which can be switched off together with the answer. Absent: the person tries it themselves. */
  of?: Pick<backend.PendingCall, 'server_id' | 'tool_name'>
  /** Follows when the call may be made. */
  onAllowed?(): void
}

/** The buttons that answer a request. */
export function Answer({ id, decisions, of, onAllowed }: AnswerProps) {
  const approve = useMutation(backend.approveCall(id))
  const deny = useMutation(backend.denyCall(id))
  const update = useMutation(backend.updatePolicy())
  const [asked, setAsked] = useState<backend.Approval>()
  const allow = (decision: backend.Approval): void => {
    setAsked(decision)
    approve.mutate({ decision }, { onSuccess: () => onAllowed?.() })
  }
  // First the policy: a refusal alone would let the agent ask again.
  const never = (tool: NonNullable<AnswerProps['of']>): void =>
    update.mutate(
      {
        target: { target_kind: 'tool', server_id: tool.server_id, tool_name: tool.tool_name },
        decision: { mode: 'disabled' },
      },
      { onSuccess: () => deny.mutate({ decision: 'deny' }) },
    )
  const busy = approve.isPending || deny.isPending || update.isPending
  const can = (decision: backend.Approval): boolean => decisions?.includes(decision) ?? true
  return (
    <>
      <div className={css.buttons}>
        <Button
          look="primary"
          busy={approve.isPending && asked === 'approve_once'}
          disabled={busy}
          onClick={() => allow('approve_once')}
        >
          {say('Allow once')}
        </Button>
        {can('approve_until_end_of_turn') && (
          <Button disabled={busy} onClick={() => allow('approve_until_end_of_turn')}>
            {say('Allow for 10 minutes')}
          </Button>
        )}
        {can('approve_for_session') && (
          <Button disabled={busy} onClick={() => allow('approve_for_session')}>
            {say('Allow until Apprentice ends')}
          </Button>
        )}
        <Button
          look="danger"
          busy={deny.isPending}
          disabled={busy}
          onClick={() => deny.mutate({ decision: 'deny' })}
        >
          {say('Refuse')}
        </Button>
        {of && (
          <Button look="danger" busy={update.isPending} disabled={busy} onClick={() => never(of)}>
            {say('Never: switch {toolName} off', { toolName: of.tool_name })}
          </Button>
        )}
      </div>
      {update.error && <ErrorNote error={update.error} />}
      {approve.error && <ErrorNote error={approve.error} />}
      {deny.error && <ErrorNote error={deny.error} />}
    </>
  )
}
