import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArchiveRestore } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useCommands } from '#ui/shell/commands'
import * as act from '#ui/backend/mutations'
import { Button } from '#ui/components/Button'
import { Dialog } from '#ui/components/Dialog'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Field, TextInput } from '#ui/components/Field'
import { FormFooter } from '#ui/components/FormFooter'
import { Ago } from '#ui/components/Time'
import { Say, say } from '#ui/lib/say'
import css from './Data.module.css'

const COMMANDS = (run: () => void) => [
  {
    id: 'restore-backup',
    label: say('Restore a backup…'),
    group: 'View' as const,
    words: say('recover undo data'),
    run,
  },
]

/** Verifies a backup and puts it in the place of the present data, which is kept. */
export function RestoreBackup() {
  const [asking, setAsking] = useState(false)
  const [commands] = useState(() => COMMANDS(() => setAsking(true)))
  useCommands(commands)
  return (
    <>
      <Button icon={<ArchiveRestore size={14} />} onClick={() => setAsking(true)}>
        {say('Restore a backup…')}
      </Button>
      {asking && <RestoreDialog onClose={() => setAsking(false)} />}
    </>
  )
}

function RestoreDialog({ onClose }: { onClose(): void }) {
  const client = useQueryClient()
  const restore = useMutation(act.restoreBackup())
  const [path, setPath] = useState('')
  const done = restore.data
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    restore.mutate({ path: path.trim() })
  }
  const leave = (): void => {
    onClose()
    // All cached data is of the replaced database.
    void client.resetQueries()
  }
  if (done) {
    return (
      <Dialog open onClose={leave} title={say('The backup is verified')}>
        <div className={css.form}>
          <p>
            <Say
              text={'Apprentice restarts now with your data of {when}.'}
              values={{ when: <Ago at={done.created_at} /> }}
            />
          </p>
          <p>
            <Say
              text={
                'Your former data is kept in {kept}. Delete that folder when you no longer need it.'
              }
              values={{ kept: <code>{done.kept}</code> }}
            />
          </p>
          <footer>
            <Button look="primary" onClick={leave}>
              {say('Continue')}
            </Button>
          </footer>
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onClose={() => !restore.isPending && onClose()}
      title={say('Restore a backup')}
      description={say(`The file is verified before anything changes. Your present data is kept in a folder of
          the home. Keys in the keychain are not in a backup; they stay as they are.`)}
    >
      <form className={css.form} onSubmit={submit}>
        <Field label={say('Path of the backup')} hint={say('A file that “Back up…” wrote.')}>
          {(ids) => (
            <TextInput
              {...ids}
              autoFocus
              maxLength={4096}
              placeholder="/home/you/apprentice-backup.zip"
              value={path}
              onChange={(event) => setPath(event.target.value)}
            />
          )}
        </Field>
        {restore.error && <ErrorNote error={restore.error} />}
        <FormFooter
          action={say('Restore')}
          busy={restore.isPending}
          disabled={path.trim() === ''}
          locked={restore.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
