import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import * as backend from '#ui/backend/connectors'
import * as act from '#ui/backend/mutations'
import { settings } from '#ui/backend/queries'
import { Button } from '#ui/components/Button'
import { Dialog } from '#ui/components/Dialog'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Field, TextInput } from '#ui/components/Field'
import { Note } from '#ui/components/Note'
import { Ago } from '#ui/components/Time'
import { Checkbox, Switch } from '#ui/components/Toggle'
import { say } from '#ui/lib/say'
import css from './connectors.module.css'

/** Makes a draft of calls that took place already. The person chooses the calls, and says what they are for. */
export function TeachDialog({ onClose }: { onClose(): void }) {
  const query = useQuery(backend.teachableReceipts())
  const keeps = useQuery(settings())
  const navigate = useNavigate()
  const save = useMutation(act.updateSettings())
  const [goal, setGoal] = useState('')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const teach = useMutation({
    ...act.teachFromCalls(),
    onSuccess: ({ session, proposal_id: proposalId }) => {
      onClose()
      if (session.state === 'awaiting_questions') void navigate({ to: '/learn/active' })
      else void navigate({ to: '/learn/pending/$proposalId', params: { proposalId } })
    },
  })
  // The oldest first: in the order in which they took place.
  const calls = [...(query.data?.receipts ?? [])].filter((one) => one.teachable).toReversed()
  const chosen = calls.filter((one) => !left.has(one.receipt_id))
  const keepCalls = keeps.data?.settings.keep_calls ?? false
  const toggle = (id: string): void => {
    const next = new Set(left)
    if (!next.delete(id)) next.add(id)
    setLeft(next)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    teach.mutate({ goal: goal.trim(), receipts: chosen.map((one) => one.receipt_id) })
  }
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={say('Teach from calls')}
      description={say(
        'The calls become the steps of a draft. Their arguments that change become its inputs.',
      )}
    >
      <form className={css.form} onSubmit={submit}>
        <div className={css.buttons}>
          <Switch
            label={say('Keep calls to teach from')}
            on={keepCalls}
            disabled={save.isPending || !keeps.data}
            onChange={(keep_calls) => save.mutate(() => ({ keep_calls }))}
          />
          <span>
            {say(`Keep calls to teach from: arguments and answers, without secrets, for seven days.
              Switching it off deletes them.`)}
          </span>
        </div>
        <Field label={say('What should your agents be able to do?')}>
          {(ids) => (
            <TextInput
              {...ids}
              autoFocus
              autoComplete="off"
              maxLength={400}
              value={goal}
              onChange={(event) => setGoal(event.target.value)}
            />
          )}
        </Field>
        {query.error && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
        {query.data && calls.length === 0 && (
          <Note tone="info">
            {keepCalls
              ? say('No call was kept yet. Let your agent do the task, and come back.')
              : say('No call is kept. Switch it on, let your agent do the task, and come back.')}
          </Note>
        )}
        {calls.length > 0 && (
          <ul className={css.list} aria-label={say('Calls to teach from')}>
            {calls.map((one) => (
              <li key={one.receipt_id} className={css.receipt}>
                <Checkbox
                  label={say('Teach from {summary}', { summary: one.summary })}
                  on={!left.has(one.receipt_id)}
                  onChange={() => toggle(one.receipt_id)}
                />
                <span className={css.words}>{one.summary}</span>
                <span className="faint">{one.server_id}</span>
                <Ago at={one.created_at} className="faint" />
              </li>
            ))}
          </ul>
        )}
        {teach.error && <ErrorNote error={teach.error} />}
        <footer className={css.foot}>
          <Button look="ghost" onClick={onClose}>
            {say('Cancel')}
          </Button>
          <Button
            type="submit"
            look="primary"
            busy={teach.isPending}
            disabled={chosen.length === 0}
          >
            {say('Make a draft')}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
