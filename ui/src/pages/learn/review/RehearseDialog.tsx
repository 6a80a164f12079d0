import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import * as read from '#ui/backend/queries'
import type { Schemas } from '#ui/backend/types'
import { Dialog } from '#ui/components/Dialog'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Field, TextInput } from '#ui/components/Field'
import { FormFooter } from '#ui/components/FormFooter'
import { Segmented } from '#ui/components/Segmented'
import { Skeleton } from '#ui/components/Skeleton'
import { AgentRunForm } from '#ui/domain/agentRuns/AgentRunForm'
import { TestPolicyFields } from '#ui/domain/agentRuns/TestPolicyFields'
import {
  chosenPolicy,
  isPolicyReady,
  policyForm,
  policyProblems,
} from '#ui/domain/agentRuns/testPolicy'
import { urlProblem } from '#ui/domain/webAddress'
import { say } from '#ui/lib/say'
import css from './RehearseDialog.module.css'
import { StartAddressField } from './StartAddressField'
import type { Review } from './useReview'

export type Performer = 'person' | 'agent'

interface RehearseDialogProps {
  /** Who does the task at first. `undefined`: the dialog is closed. */
  by: Performer | undefined
  proposalId: string
  sessionId: string | undefined
  review: Review
  variables: ReadonlyArray<Schemas['Variable']>
  /** Why no agent can do the task. */
  noAgent: string | undefined
  /** The test policy is what the person wants to choose. */
  choosesPolicy: boolean
  onClose(): void
}

/** Do the task once more, or let an agent do it. Both are judged by what is read. */
export function RehearseDialog({ by, proposalId, noAgent, ...rest }: RehearseDialogProps) {
  const [chosen, setChosen] = useState<Performer>()
  const performer = chosen ?? by
  return (
    <Dialog
      open={by !== undefined}
      onClose={rest.onClose}
      title={say('Rehearse')}
      wide={performer === 'agent'}
      description={
        performer === 'agent'
          ? say(`An agent of this machine does the task, in a folder of its own. Apprentice reads what
            it leaves, and believes nothing else.`)
          : say(`Do the task once more, with other values, while Apprentice watches. Each checkpoint is
            checked by Apprentice itself.`)
      }
    >
      <Segmented<Performer>
        label={say('Who does the task')}
        value={performer ?? 'person'}
        choices={[
          { value: 'person', label: say('You') },
          { value: 'agent', label: say('Your agent') },
        ]}
        onChange={setChosen}
      />
      {performer === 'agent' ? (
        <AgentRunForm
          subject={{ proposalId }}
          sessionId={rest.sessionId}
          choosesPolicy={rest.choosesPolicy}
          variables={rest.variables}
          impossible={noAgent}
          onClose={rest.onClose}
        />
      ) : (
        <ByYou {...rest} />
      )}
    </Dialog>
  )
}

type ByYouProps = Pick<
  RehearseDialogProps,
  'review' | 'sessionId' | 'choosesPolicy' | 'variables' | 'onClose'
>

function ByYou(props: ByYouProps) {
  const { sessionId = '' } = props
  const session = useQuery({ ...read.sessionDetail(sessionId), enabled: sessionId !== '' })
  if (session.error)
    return <ErrorNote error={session.error} onRetry={() => void session.refetch()} />
  if (sessionId && !session.data) return <Skeleton rows={4} />
  return (
    <ByYouForm
      {...props}
      stored={session.data?.test_policy ?? undefined}
      acting={session.data?.acting_test_policy}
    />
  )
}

function ByYouForm({
  review,
  sessionId,
  choosesPolicy,
  variables,
  stored,
  acting,
  onClose,
}: ByYouProps & {
  stored: Schemas['TestPolicy'] | undefined
  acting: Schemas['ActingTestPolicy'] | undefined
}) {
  const policyBefore = stored && policyForm(stored)
  const [policy, setPolicy] = useState(policyBefore)
  const [tried, setTried] = useState(false)
  const policyWrong = policy && policyProblems(policy)
  const [address, setAddress] = useState('')
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  // What the application makes, what follows from another value, and what never changes is no input.
  const inputs = variables.filter(
    ({ secret, source }) => !secret && (source === 'given' || source === 'read'),
  )
  const problem = urlProblem(address)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (problem || (policyWrong && !isPolicyReady(policyWrong))) return
    const chosen = chosenPolicy(sessionId, policyBefore, policy)
    review.rehearse({ startAddress: address, values, policy: chosen }, onClose)
  }
  return (
    <form onSubmit={submit} className={css.form}>
      <StartAddressField placeholder="wiki.example.org" value={address} onChange={setAddress} />
      {inputs.length > 0 && (
        <fieldset className={css.values}>
          <legend>{say('Values for this rehearsal')}</legend>
          <p className="muted">
            {say('If a field is empty, any value that you enter is accepted.')}
          </p>
          {inputs.map(({ name, label, example, list }) => (
            <Field
              key={name}
              label={label || name}
              hint={list ? say('Several values, with commas between them.') : undefined}
            >
              {(ids) => (
                <TextInput
                  {...ids}
                  placeholder={example}
                  maxLength={2000}
                  value={values[name] ?? ''}
                  onChange={(event) => setValues({ ...values, [name]: event.target.value })}
                />
              )}
            </Field>
          ))}
        </fieldset>
      )}
      {sessionId && (
        <TestPolicyFields
          form={policy}
          acting={acting}
          stored={stored !== undefined}
          problems={tried ? policyWrong : undefined}
          byAgent={false}
          open={choosesPolicy}
          onChange={setPolicy}
        />
      )}
      <FormFooter
        action={say('Start rehearsal')}
        busy={review.busy.rehearse}
        disabled={problem !== undefined}
        onCancel={onClose}
      />
    </form>
  )
}
