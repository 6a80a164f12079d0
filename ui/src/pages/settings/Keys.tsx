import { RotateCcw } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button, IconButton } from '#ui/components/Button'
import { NoMatches } from '#ui/components/NoMatches'
import { SearchField } from '#ui/components/SearchField'
import { Shortcut } from '#ui/components/Shortcut'
import { type Command, useKnownCommands } from '#ui/shell/commands'
import { collide, keysOf, readKey, resetKeys, setKeys, useKeymap } from '#ui/shell/keymap'
import { say } from '#ui/lib/say'
import css from './Keys.module.css'

/** How long a second key may take, in milliseconds. As long as it may take when it is used. */
const SEQUENCE = 900

/** The keys of every command, with a search. Without words, only commands that have keys. */
export function Keys() {
  const commands = useKnownCommands()
  const chosen = useKeymap()
  const [text, setText] = useState('')
  const sought = text.toLowerCase().split(/\s+/).filter(Boolean)
  const now = commands.map((command) => ({
    command,
    keys: keysOf(chosen, command.id, command.keys),
  }))
  const shown = now.filter(({ command, keys }) =>
    sought.length === 0
      ? keys !== undefined || command.keys !== undefined
      : sought.every((word) => `${command.label} ${keys ?? ''}`.toLowerCase().includes(word)),
  )
  const changed = Object.keys(chosen).length > 0
  return (
    <>
      <div className={css.tools}>
        <SearchField
          label={say('Search commands')}
          className={css.search}
          value={text}
          onText={setText}
        />
        <Button icon={<RotateCcw size={14} />} disabled={!changed} onClick={resetKeys}>
          {say('Reset all keys')}
        </Button>
      </div>
      {shown.length === 0 && (
        <NoMatches title={say('No matching commands')} onClear={() => setText('')} />
      )}
      <ul className={css.list} aria-label={say('Keys')}>
        {shown.map(({ command, keys }) => (
          <Row
            key={command.id}
            command={command}
            keys={keys}
            changed={chosen[command.id] !== undefined}
            others={now
              .filter((one) => one.command.id !== command.id && one.keys && keys)
              .filter((one) => collide(one.keys ?? '', keys ?? ''))
              .map((one) => one.command.label)}
          />
        ))}
      </ul>
    </>
  )
}

function Row({
  command: { id, label, keys: usual },
  keys,
  changed,
  others,
}: {
  command: Command
  keys: string | undefined
  changed: boolean
  /** Commands whose keys get in the way. */
  others: readonly string[]
}) {
  const [recording, setRecording] = useState(false)
  return (
    <li className={css.row}>
      <span className={css.label}>
        {label}
        {changed && others.length > 0 && (
          <span className={css.warning} role="alert">
            {say('Also used by {others}.', { others: others.join(', ') })}
          </span>
        )}
      </span>
      {recording ? (
        <Recorder
          label={label}
          onDone={(next) => {
            setRecording(false)
            if (next !== undefined) setKeys(id, next === usual ? undefined : next)
          }}
        />
      ) : (
        <>
          {keys ? <Shortcut keys={keys} /> : <span className="faint">{say('no key')}</span>}
          <Button
            look="ghost"
            aria-label={say('Change the keys of “{label}”', { label })}
            onClick={() => setRecording(true)}
          >
            {say('Change')}
          </Button>
        </>
      )}
      {changed && (
        <IconButton
          label={say('Usual keys of “{label}”', { label })}
          onClick={() => setKeys(id, undefined)}
        >
          <RotateCcw size={13} />
        </IconButton>
      )}
    </li>
  )
}

/** Waits for one key, or two after each other. Escape keeps what was, Backspace leaves no key. */
function Recorder({ label, onDone }: { label: string; onDone(keys: string | undefined): void }) {
  const [first, setFirst] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLButtonElement>(null)
  const done = useRef(onDone)
  useEffect(() => {
    done.current = onDone
  })
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    if (first === undefined) return undefined
    const timer = setTimeout(() => done.current(first), SEQUENCE)
    return () => clearTimeout(timer)
  }, [first])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Tab') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') return onDone(undefined)
    if (event.key === 'Backspace') return onDone('')
    const read = readKey(event)
    if (!read) return
    if ('problem' in read) return setProblem(read.problem)
    setProblem(undefined)
    if (first !== undefined) onDone(`${first} ${read.keys}`)
    else if (read.keys.startsWith('mod+')) onDone(read.keys)
    else setFirst(read.keys)
  }
  return (
    <button
      ref={field}
      type="button"
      className={css.recorder}
      onKeyDown={onKeyDown}
      onBlur={() => onDone(first)}
    >
      <span className="sr">{label}: </span>
      {first === undefined ? say('Press keys…') : <Shortcut keys={first} />}
      <span className={problem ? css.warning : 'faint'} role={problem ? 'alert' : undefined}>
        {problem ?? say('Esc keeps it, Backspace removes it')}
      </span>
    </button>
  )
}
