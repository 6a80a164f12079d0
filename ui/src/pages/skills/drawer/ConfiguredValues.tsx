import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useMemo, useState } from 'react'
import { toast } from 'sonner'
import * as act from '#ui/backend/mutations'
import type { Ability, Schemas } from '#ui/backend/types'
import { Badge } from '#ui/components/Badge'
import { Button } from '#ui/components/Button'
import { DescriptionList } from '#ui/components/DescriptionList'
import { Dialog } from '#ui/components/Dialog'
import { Field, TextArea, TextInput } from '#ui/components/Field'
import { FormFooter } from '#ui/components/FormFooter'
import { offerUndo } from '#ui/lib/undo'
import { useCommands } from '#ui/shell/commands'
import { say } from '#ui/lib/say'
import css from './AbilityPanel.module.css'
import {
  type ValueRow,
  changesOf,
  formerValues,
  rowsOf,
  shown,
  valueProblem,
} from './configuredRows'

/** The values that are configured for the skill of an ability: shown, and edited in a dialog. */
export function ConfiguredValues({
  ability,
  detail,
}: {
  ability: Ability
  detail: Schemas['AbilityAvailabilityResponse']
}) {
  const { title, primary_capability_id: capability } = ability
  const values = detail.configuration ?? {}
  const [open, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  const { mutate: restore } = useMutation({
    ...act.configureSkill(capability ?? ''),
    onSuccess: () => toast(say('The values of {title} are what they were.', { title })),
  })
  const save = useMutation({
    ...act.configureSkill(capability ?? ''),
    onSuccess: (_, { own = {} }) => {
      close()
      const before = formerValues(Object.keys(own), detail)
      offerUndo(say('The values of {title} were changed.', { title }), () => restore(before))
    },
  })
  useCommands(
    useMemo(
      () =>
        capability
          ? [
              {
                id: 'ability values',
                label: say('Change the configured values: {title}', { title }),
                group: 'Review' as const,
                words: say('configuration settings parameters'),
                run: () => setOpen(true),
              },
            ]
          : [],
      [capability, title],
    ),
  )
  if (!capability) return null
  const names = Object.keys(values)
  return (
    <div>
      <h4>{say('Configured values')}</h4>
      <p className="muted">
        {names.length > 0
          ? say(`Agents get them together with the skill, as data. What agents set is marked; a prompt
            that you start quotes it.`)
          : say('None yet. Agents get them together with the skill, as data.')}
      </p>
      <DescriptionList
        facts={names.map((name) => [
          name,
          <>
            {shown(values[name])}{' '}
            {!detail.configured_by_person?.includes(name) && (
              <Badge tone="warn">{say('Set by an agent')}</Badge>
            )}
          </>,
        ])}
      />
      <Button onClick={() => setOpen(true)}>
        {names.length > 0 ? say('Change the values') : say('Add a value')}
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title={say('Configured values')}
        description={say('What you set here counts as your own word in every run of this skill.')}
      >
        <ValuesForm
          values={values}
          busy={save.isPending}
          onSave={(changes) =>
            Object.keys(changes).length === 0 ? close() : save.mutate({ own: changes })
          }
          onCancel={close}
        />
      </Dialog>
    </div>
  )
}

function ValuesForm({
  values,
  busy,
  onSave,
  onCancel,
}: {
  values: Record<string, unknown>
  busy: boolean
  onSave(changes: Record<string, unknown>): void
  onCancel(): void
}) {
  const [rows, setRows] = useState<readonly ValueRow[]>(() => rowsOf(values))
  const [tried, setTried] = useState(false)
  const problems = rows.map((row) => valueProblem(row, rows, values))
  const set = (at: number, change: Partial<ValueRow>): void =>
    setRows(rows.map((row, index) => (index === at ? { ...row, ...change } : row)))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (problems.every((problem) => problem === undefined)) onSave(changesOf(rows, values))
  }
  return (
    <form className={css.policy} onSubmit={submit} noValidate>
      {rows.map((row, at) => (
        // Rows have no other identity: a new one has no name yet.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className={css.value}>
          {row.isNew && (
            <Field label={say('Name')}>
              {(ids) => (
                <TextInput
                  {...ids}
                  maxLength={80}
                  placeholder={say('folder')}
                  value={row.name}
                  onChange={(event) => set(at, { name: event.target.value })}
                />
              )}
            </Field>
          )}
          <Field
            label={row.isNew ? say('Value') : row.name}
            error={tried ? problems[at] : undefined}
            hint={row.isNew ? undefined : say('Empty: the value is removed.')}
          >
            {(ids) => (
              <TextArea
                {...ids}
                rows={row.text.includes('\n') ? 4 : 1}
                value={row.text}
                onChange={(event) => set(at, { text: event.target.value })}
              />
            )}
          </Field>
        </div>
      ))}
      <div className={css.actions}>
        <Button onClick={() => setRows([...rows, { name: '', text: '', isNew: true }])}>
          {say('Add a value')}
        </Button>
      </div>
      <FormFooter action={say('Save')} busy={busy} onCancel={onCancel} />
    </form>
  )
}
