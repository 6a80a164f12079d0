import { useMutation } from '@tanstack/react-query'
import { ChevronDown, ChevronRight, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import * as backend from '#ui/backend/connectors'
import { Badge } from '#ui/components/Badge'
import { Button } from '#ui/components/Button'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Note } from '#ui/components/Note'
import { say } from '#ui/lib/say'
import { ToolName } from './ToolName'
import { TryTool } from './TryTool'
import css from './connectors.module.css'

/** The tools of a connector. Opening one shows what changed in it, and lets the person try it. */
export function Tools({ detail }: { detail: backend.ConnectorDetail }) {
  const { tools, server, listed_at: listed } = detail
  const [opened, setOpened] = useState<string>()
  const id = server.registry.server_id
  const accept = useMutation(backend.acceptTools(id))
  // By digest, because a tool that changes once more was not seen.
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const waiting = tools.filter((tool) => tool.pin !== 'pinned')
  const unseen = waiting.filter(({ name, digest }) => name !== opened && !seen.has(digest))
  const toggle = ({ name, digest }: backend.ConnectorTool): void => {
    setOpened(opened === name ? undefined : name)
    setSeen(new Set(seen).add(digest))
  }
  if (tools.length === 0)
    return (
      <p className="muted">
        {listed
          ? say('It lists no tool.')
          : server.registry.trusted
            ? say('Connect it to see its tools.')
            : say('Its tools are read when you have trusted it and it is connected.')}
      </p>
    )
  return (
    <div className={css.tools}>
      {waiting.length > 0 && (
        <Note
          tone="warn"
          action={
            <Button
              busy={accept.isPending}
              disabled={unseen.length > 0}
              onClick={() => accept.mutate({ tools: waiting.map(pick) })}
            >
              {say('I have read them, accept')}
            </Button>
          }
        >
          {wordsOf(waiting, unseen.length)}
        </Note>
      )}
      {accept.error && <ErrorNote error={accept.error} />}
      <ul className={css.list} aria-label={say('Tools')}>
        {tools.map((tool) => (
          <li key={tool.name}>
            <button
              type="button"
              className={css.row}
              aria-expanded={opened === tool.name}
              onClick={() => toggle(tool)}
            >
              {opened === tool.name ? (
                <ChevronDown size={14} aria-hidden />
              ) : (
                <ChevronRight size={14} aria-hidden />
              )}
              <span className={css.words}>
                <ToolName tool={tool} />
                {opened !== tool.name && <span className="faint clip">{tool.description}</span>}
              </span>
              <Marks tool={tool} />
            </button>
            {opened === tool.name && (
              <div className={css.opened}>
                <Changes tool={tool} />
                {tool.pin !== 'pinned' && (
                  <div>
                    <Button
                      busy={accept.isPending}
                      onClick={() => accept.mutate({ tools: [pick(tool)] })}
                    >
                      {say('I have read it, accept')}
                    </Button>
                  </div>
                )}
                {tool.findings.map((finding) => (
                  <Note key={finding.code} tone="warn">
                    {finding.message}
                  </Note>
                ))}
                {tool.description && <p className={css.description}>{tool.description}</p>}
                <TryTool id={id} tool={tool} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

const pick = ({ name, digest }: backend.ConnectorTool) => ({ name, digest })

/** What waits to be read: tools that changed, and tools that are new. They are accepted together when none is unseen. */
function wordsOf(waiting: readonly backend.ConnectorTool[], unseen: number): string {
  const changed = waiting.filter((tool) => tool.pin === 'changed').length
  const fresh = waiting.length - changed
  const words: string[] = []
  if (changed === 1)
    words.push(say('1 tool changed since you read it, and is not called before you accept it.'))
  else if (changed > 1)
    words.push(
      say(
        '{changed} tools changed since you read them, and are not called before you accept them.',
        { changed },
      ),
    )
  if (fresh === 1) words.push(say('1 tool is new and asks first.'))
  else if (fresh > 1) words.push(say('{fresh} tools are new and ask first.', { fresh }))
  if (unseen === 1) words.push(say('Open it, then accept it.'))
  else if (unseen > 1)
    words.push(
      say('Open each of them, then accept them together: {unseen} are unopened.', { unseen }),
    )
  return words.join(' ')
}

function Marks({ tool }: { tool: backend.ConnectorTool }) {
  return (
    <span className={css.badges}>
      {tool.findings.length > 0 && (
        <Badge tone="warn" icon={<TriangleAlert aria-hidden />}>
          {tool.findings.length === 1
            ? say('1 finding')
            : say('{count} findings', { count: tool.findings.length })}
        </Badge>
      )}
      {tool.pin === 'new' && <Badge tone="accent">{say('new')}</Badge>}
      {tool.pin === 'changed' && <Badge tone="bad">{say('changed')}</Badge>}
      {tool.hints.read_only === true ? (
        <Badge title={say('The server says so.')}>{say('reads')}</Badge>
      ) : (
        <Badge title={say('The server does not say that it only reads.')}>{say('may write')}</Badge>
      )}
    </span>
  )
}

function Changes({ tool }: { tool: backend.ConnectorTool }) {
  if (tool.changes.length === 0) return null
  return (
    <table className={css.changes}>
      <caption>{say('What changed since you read it')}</caption>
      <thead>
        <tr>
          <th scope="col">{say('Field')}</th>
          <th scope="col">{say('As you read it')}</th>
          <th scope="col">{say('Now')}</th>
        </tr>
      </thead>
      <tbody>
        {tool.changes.map((change) => (
          <tr key={change.field}>
            <th scope="row">{change.field}</th>
            <td>
              <Value
                of={say('{field} as you read it', { field: change.field })}
                value={change.before}
              />
            </td>
            <td>
              <Value of={say('{field} now', { field: change.field })} value={change.after} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Value({ of, value }: { of: string; value: unknown }) {
  return (
    // A long value scrolls, so the element must be focusable.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre role="group" aria-label={of} tabIndex={0}>
      {textOf(value)}
    </pre>
  )
}

const textOf = (value: unknown): string =>
  value === undefined || value === null
    ? '(nothing)'
    : typeof value === 'string'
      ? value
      : JSON.stringify(value, null, 2)
