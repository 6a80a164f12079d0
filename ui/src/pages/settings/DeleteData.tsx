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
import { Checkbox } from '#ui/components/Toggle'
import { plural } from '#ui/components/format'
import css from './Data.module.css'

const WORDS = 'delete everything'
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
      {asking && <Ask onClose={() => setAsking(false)} />}
    </div>
  )
}

function Ask({ onClose }: { onClose(): void }) {
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
          <Deleted answer={done} />
          <footer>
            <Button look="primary" onClick={leave}>
              Begin anew
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
      description="Sessions, drafts, receipts, abilities, categories and these settings go, and cannot be brought back. What is watched now ends. Export first if you may want any of it."
    >
      <form className={css.form} onSubmit={submit}>
        <div className={css.choice}>
          <Checkbox
            label="Also remove the skills that Apprentice installed into agents’ folders"
            on={installed}
            onChange={setInstalled}
          />
          <span aria-hidden>
            Also remove the skills that Apprentice installed into agents’ folders.
            <span className="muted">
              {' '}
              Those that you edited, and all that others wrote, stay in any case.
            </span>
          </span>
        </div>
        <Field label={`Type “${WORDS}”`}>
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
        <footer>
          <Button look="ghost" disabled={remove.isPending} onClick={onClose}>
            Keep everything
          </Button>
          <Button
            type="submit"
            look="destructive"
            busy={remove.isPending}
            disabled={typed.trim() !== WORDS}
          >
            Delete everything
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

function Deleted({
  answer: { removed_skills, kept_skills, left },
}: {
  answer: Schemas['DeleteEverythingResponse']
}) {
  return (
    <div className={css.kept}>
      {removed_skills.length > 0 && (
        <p>
          {plural(removed_skills.length, 'installed skill')}{' '}
          {removed_skills.length === 1 ? 'was' : 'were'} removed from agents’ folders.
        </p>
      )}
      {kept_skills.map(({ path, reason }) => (
        <p key={path}>
          <code>{path}</code> stays. <span className="muted">{reason}</span>
        </p>
      ))}
      {left.map((path) => (
        <p key={path}>
          <code>{path}</code> could not be removed. Delete it by hand.
        </p>
      ))}
      <p className="muted">
        Agents that you connected keep the entry in their own configuration until you disconnect
        them.
      </p>
    </div>
  )
}
