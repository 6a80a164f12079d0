import { useMutation } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import * as backend from '#ui/backend/connectors'
import { Button } from '#ui/components/Button'
import { Dialog } from '#ui/components/Dialog'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Field, TextInput } from '#ui/components/Field'
import { Note } from '#ui/components/Note'
import { say } from '#ui/lib/say'
import { FileImportDialog } from './FileImportDialog'
import { canImport } from './importable'
import css from './connectors.module.css'

/** Looks for servers in the registry. One that is chosen is imported as its file would be. */
export function RegistryDialog({
  onClose,
  onDone,
}: {
  onClose(): void
  onDone(serverId: string): void
}) {
  const [words, setWords] = useState('')
  const [chosen, setChosen] = useState<backend.RegistryServer>()
  const search = useMutation(backend.registrySearch())
  const found = search.data
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    search.mutate(words.trim())
  }
  if (chosen)
    return <FileImportDialog found={chosen} onClose={() => setChosen(undefined)} onDone={onDone} />
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={say('Find in the MCP registry')}
      description={say(`The registry is asked for your words when you search. Nothing is downloaded and nothing is
        started.`)}
    >
      <form className={css.form} onSubmit={submit}>
        <Field
          label={say('Words')}
          hint={say('Of the name, title or description. The longest has to be in the name.')}
        >
          {(ids) => (
            <TextInput
              {...ids}
              autoFocus
              autoComplete="off"
              maxLength={200}
              placeholder="weather"
              value={words}
              onChange={(event) => setWords(event.target.value)}
            />
          )}
        </Field>
        <div className={css.buttons}>
          <Button
            type="submit"
            look={found ? 'plain' : 'primary'}
            icon={<Search size={14} />}
            busy={search.isPending}
            disabled={words.trim().length < 2}
          >
            {say('Search')}
          </Button>
        </div>
        {search.error && <ErrorNote error={search.error} />}
        {found && <Answer found={found} onChoose={setChosen} />}
        <footer className={css.foot}>
          <Button look="ghost" onClick={onClose}>
            {say('Cancel')}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

/** What the registry answered. */
function Answer({
  found,
  onChoose,
}: {
  found: backend.RegistryAnswer
  onChoose(server: backend.RegistryServer): void
}) {
  const { servers, registry, more, left_out: leftOut } = found
  return (
    <>
      <p role="status" className="muted">
        {servers.length === 0
          ? say('{registry} has no server with these words. One of them has to be in its name.', {
              registry,
            })
          : say('Found in {registry}. Anybody can publish there, so read what each starts.', {
              registry,
            })}
        {more && ` ${say('It has more of them: give another word of the name.')}`}
        {leftOut > 0 &&
          ` ${say('{count, plural, one {# of its entries} other {# of its entries}} could not be read.', { count: leftOut })}`}
      </p>
      {servers.length > 0 && (
        <ul className={css.list} aria-label={say('Servers in the registry')}>
          {servers.map((server) => (
            <li key={server.name} className={css.found}>
              <Row server={server} onChoose={() => onChoose(server)} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** A server of the registry with what it would start or reach. */
function Row({ server, onChoose }: { server: backend.RegistryServer; onChoose(): void }) {
  const { name, version, title, description, items, problem } = server
  return (
    <div className={css.words}>
      <span>
        <b>{name}</b> <span className="faint">{version}</span> {title && `“${title}”`}
      </span>
      {description && <p className="muted">{say('It says: {description}', { description })}</p>}
      {problem && <Note tone="warn">{problem}</Note>}
      {items.map((item) => (
        <code key={item.key} className={css.starts}>
          {canImport(item) ? starts(item) : item.note}
        </code>
      ))}
      <div className={css.buttons}>
        <Button
          aria-label={say('Choose {name}', { name })}
          disabled={!items.some(canImport)}
          onClick={onChoose}
        >
          {say('Choose…')}
        </Button>
      </div>
    </div>
  )
}

const starts = ({ command, endpoint_url: url }: backend.ImportItem): string =>
  command ? [command.program, ...command.arguments].join(' ') : (url ?? '')
