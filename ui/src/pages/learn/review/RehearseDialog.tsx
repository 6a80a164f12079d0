import { type FormEvent, useState } from 'react'
import type { Schemas } from '#ui/backend/types'
import { Button } from '#ui/components/Button'
import { Dialog } from '#ui/components/Dialog'
import { Field, TextInput } from '#ui/components/Field'
import { Segmented } from '#ui/components/Segmented'
import { AgentRunForm } from '#ui/domain/agentRuns/AgentRunForm'
import { urlProblem } from '#ui/domain/webAddress'
import css from './RehearseDialog.module.css'
import { StartAddressField } from './StartAddressField'
import type { Review } from './useReview'

export type Performer = 'person' | 'agent'

interface RehearseDialogProps {
  /** Who does the task at first. `undefined`: the dialog is closed. */
  by: Performer | undefined
  proposalId: string
  review: Review
  variables: ReadonlyArray<Schemas['Variable']>
  /** Why no agent can do the task. */
  noAgent: string | undefined
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
      title="Rehearse"
      wide={performer === 'agent'}
      description={
        performer === 'agent'
          ? 'An agent of this machine does the task, in a folder of its own. Apprentice reads what ' +
            'it leaves, and believes nothing else.'
          : 'Do the task once more, with other values, while Apprentice watches. Each checkpoint ' +
            'is checked by Apprentice itself.'
      }
    >
      <Segmented<Performer>
        label="Who does the task"
        value={performer ?? 'person'}
        choices={[
          { value: 'person', label: 'You' },
          { value: 'agent', label: 'Your agent' },
        ]}
        onChange={setChosen}
      />
      {performer === 'agent' ? (
        <AgentRunForm
          subject={{ proposalId }}
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

function ByYou({
  review,
  variables,
  onClose,
}: Pick<RehearseDialogProps, 'review' | 'variables' | 'onClose'>) {
  const [address, setAddress] = useState('')
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  // What the application makes, what follows from another value, and what never changes is no input.
  const inputs = variables.filter(
    ({ secret, source }) => !secret && (source === 'given' || source === 'read'),
  )
  const problem = urlProblem(address)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!problem) review.rehearse(address, values, onClose)
  }
  return (
    <form onSubmit={submit} className={css.form}>
      <StartAddressField placeholder="wiki.example.org" value={address} onChange={setAddress} />
      {inputs.length > 0 && (
        <fieldset className={css.values}>
          <legend>Values for this rehearsal</legend>
          <p className="muted">Leave a field empty, and what you enter counts.</p>
          {inputs.map(({ name, label, example, list }) => (
            <Field
              key={name}
              label={label || name}
              hint={list ? 'Several values, with commas between them.' : undefined}
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
      <footer>
        <Button look="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          look="primary"
          busy={review.busy.rehearse}
          disabled={problem !== undefined}
        >
          Start rehearsal
        </Button>
      </footer>
    </form>
  )
}
