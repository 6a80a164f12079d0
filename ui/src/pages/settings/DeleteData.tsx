import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useCommands } from '#ui/shell/commands'
import * as act from '#ui/backend/mutations'
import type { Schemas } from '#ui/backend/types'
import { Button } from '#ui/components/Button'
import { Dialog } from '#ui/components/Dialog'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Field, TextInput } from '#ui/components/Field'
import { FormFooter } from '#ui/components/FormFooter'
import { Checkbox } from '#ui/components/Toggle'
import { plural } from '#ui/components/format'
import css from './Data.module.css'

const CONFIRMATION = 'delete everything'
const COMMANDS = (run: () => void) => [
  {
    id: 'delete-data',
    label: 'Delete everything…',
    group: 'View' as const,
    words: 'erase reset data',
    run,
  },
]

/** Deletes all data after a typed confirmation. */
export function DeleteData() {
  const [asking, setAsking] = useState(false)
  const [commands] = useState(() => COMMANDS(() => setAsking(true)))
  useCommands(commands)
  return (
    <div>
      <Button look="danger" icon={<Trash2 size={14} />} onClick={() => setAsking(true)}>
        Delete everything…
      </Button>
      {asking && <DeleteDialog onClose={() => setAsking(false)} />}
    </div>
  )
}

function DeleteDialog({ onClose }: { onClose(): void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const remove = useMutation(act.deleteEverything())
  const [typed, setTyped] = useState('')
  const [installed, setInstalled] = useState(false)
  const done = remove.data
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    remove.mutate({ confirm: typed.trim(), installed_skills: installed })
  }
  const leave = (): void => {
    onClose()
    // All cached data is outdated, so every query is reset.
    void client.resetQueries()
    void navigate({ to: '/welcome' })
  }
  if (done) {
    return (
      <Dialog open onClose={leave} title="Everything is deleted">
        <div className={css.form}>
          <DeletionResult answer={done} />
          <footer>
            <Button look="primary" onClick={leave}>
              Start again
            </Button>
          </footer>
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onClose={() => !remove.isPending && onClose()}
      title="Delete everything"
      description={
        'This deletes all sessions, drafts, receipts, abilities, categories and settings, and ' +
        'stops watching. It cannot be undone. Export first if you want to keep anything.'
      }
    >
      <form className={css.form} onSubmit={submit}>
        <div className={css.choice}>
          <Checkbox
            label="Also remove the skills and agent definitions that Apprentice wrote into agents’ folders"
            on={installed}
            onChange={setInstalled}
          />
          <span aria-hidden>
            Also remove the skills and agent definitions that Apprentice wrote into agents’ folders.
            <span className="muted"> Files that you edited or that others wrote always stay.</span>
          </span>
        </div>
        <Field label={`Type “${CONFIRMATION}”`}>
          {(ids) => (
            <TextInput
              {...ids}
              autoFocus
              value={typed}
              maxLength={100}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        {remove.error && <ErrorNote error={remove.error} />}
        <FormFooter
          action="Delete everything"
          keep="Keep everything"
          danger
          busy={remove.isPending}
          disabled={typed.trim() !== CONFIRMATION}
          locked={remove.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}

function DeletionResult({
  answer: { removed_skills, kept_skills, removed_definitions, kept_definitions, left },
}: {
  answer: Schemas['DeleteEverythingResponse']
}) {
  const removed = [
    [removed_skills.length, 'installed skill'],
    [removed_definitions.length, 'agent definition'],
  ] as const
  return (
    <div className={css.kept}>
      {removed.map(
        ([count, what]) =>
          count > 0 && (
            <p key={what}>
              {plural(count, what)} {count === 1 ? 'was' : 'were'} removed from agents’ folders.
            </p>
          ),
      )}
      {[...kept_skills, ...kept_definitions].map(({ path, reason }) => (
        <p key={path}>
          <code>{path}</code> stays. <span className="muted">{reason}</span>
        </p>
      ))}
      {left.map((path) => (
        <p key={path}>
          <code>{path}</code> could not be removed. Delete it yourself.
        </p>
      ))}
      <p className="muted">
        Connected agents keep the entry in their own configuration until you disconnect them.
      </p>
    </div>
  )
}
