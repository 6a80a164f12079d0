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
import { Say, say } from '#ui/lib/say'
import css from './Data.module.css'

const CONFIRMATION = 'delete everything'
const COMMANDS = (run: () => void) => [
  {
    id: 'delete-data',
    label: say('Delete everything…'),
    group: 'View' as const,
    words: say('erase reset data'),
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
        {say('Delete everything…')}
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
      <Dialog open onClose={leave} title={say('Everything is deleted')}>
        <div className={css.form}>
          <DeletionResult answer={done} />
          <footer>
            <Button look="primary" onClick={leave}>
              {say('Start again')}
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
      title={say('Delete everything')}
      description={say(`This deletes all sessions, drafts, receipts, abilities, categories and settings, and
          stops watching. It cannot be undone. Export first if you want to keep anything.`)}
    >
      <form className={css.form} onSubmit={submit}>
        <div className={css.choice}>
          <Checkbox
            label={say(
              'Also remove the skills and agent definitions that Apprentice wrote into agents’ folders',
            )}
            on={installed}
            onChange={setInstalled}
          />
          <span aria-hidden>
            <Say
              text={`Also remove the skills and agent definitions that Apprentice wrote into agents’
              folders.<span> Files that you edited or that others wrote always stay.</span>`}
              values={{ span: (inner) => <span className="muted">{inner}</span> }}
            />
          </span>
        </div>
        <Field label={say('Type “{confirmation}”', { confirmation: CONFIRMATION })}>
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
          action={say('Delete everything')}
          keep={say('Keep everything')}
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
    removed_skills.length > 0 &&
      say(
        `{count, plural, one {# installed skill was} other {# installed skills were}} removed from
        agents’ folders.`,
        { count: removed_skills.length },
      ),
    removed_definitions.length > 0 &&
      say(
        `{count, plural, one {# agent definition was} other {# agent definitions were}} removed from
        agents’ folders.`,
        { count: removed_definitions.length },
      ),
  ]
  return (
    <div className={css.kept}>
      {removed.map((sentence) => sentence && <p key={sentence}>{sentence}</p>)}
      {[...kept_skills, ...kept_definitions].map(({ path, reason }) => (
        <p key={path}>
          <Say
            text={'{path} stays. {reason}'}
            values={{ path: <code>{path}</code>, reason: <span className="muted">{reason}</span> }}
          />
        </p>
      ))}
      {left.map((path) => (
        <p key={path}>
          <Say
            text={'{path} could not be removed. Delete it yourself.'}
            values={{ path: <code>{path}</code> }}
          />
        </p>
      ))}
      <p className="muted">
        {say(
          'Connected agents keep the entry in their own configuration until you disconnect them.',
        )}
      </p>
    </div>
  )
}
