import { useMutation } from '@tanstack/react-query'
import { ChevronDown, ChevronRight, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import * as backend from '#ui/backend/connectors'
import { Badge } from '#ui/components/Badge'
import { Button } from '#ui/components/Button'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Note } from '#ui/components/Note'
import { TryTool } from './TryTool'
import css from './connectors.module.css'

/** The tools of a connector. Opening one shows what changed in it, and lets the person try it. */
export function Tools({ detail }: { detail: backend.ConnectorDetail }) {
  const { tools, server, listed_at: listed } = detail
  const [opened, setOpened] = useState<string>()
  const id = server.registry.server_id
  const accept = useMutation(backend.acceptTools(id))
  const waiting = tools.filter((tool) => tool.pin !== 'pinned')
  if (tools.length === 0)
    return (
      <p className="muted">
        {listed
          ? 'It lists no tool.'
          : server.registry.trusted
            ? 'Connect it to see its tools.'
            : 'Its tools are read when you have trusted it and it is connected.'}
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
              onClick={() =>
                accept.mutate({ tools: waiting.map(({ name, digest }) => ({ name, digest })) })
              }
            >
              I have read them, accept
            </Button>
          }
        >
          {waiting.length === 1 ? '1 tool is' : `${waiting.length} tools are`} not as you read{' '}
          {waiting.length === 1 ? 'it' : 'them'}. A changed tool is not called before you accept it.
        </Note>
      )}
      {accept.error && <ErrorNote error={accept.error} />}
      <ul className={css.list} aria-label="Tools">
        {tools.map((tool) => (
          <li key={tool.name}>
            <button
              type="button"
              className={css.row}
              aria-expanded={opened === tool.name}
              onClick={() => setOpened(opened === tool.name ? undefined : tool.name)}
            >
              {opened === tool.name ? (
                <ChevronDown size={14} aria-hidden />
              ) : (
                <ChevronRight size={14} aria-hidden />
              )}
              <span className={css.words}>
                <b className="clip">{tool.title ?? tool.name}</b>
                <span className="faint clip">{tool.description}</span>
              </span>
              <Marks tool={tool} />
            </button>
            {opened === tool.name && (
              <div className={css.opened}>
                <Changes tool={tool} />
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

function Marks({ tool }: { tool: backend.ConnectorTool }) {
  return (
    <span className={css.badges}>
      {tool.findings.length > 0 && (
        <Badge tone="warn" icon={<TriangleAlert aria-hidden />}>
          {tool.findings.length === 1 ? '1 finding' : `${tool.findings.length} findings`}
        </Badge>
      )}
      {tool.pin === 'new' && <Badge tone="accent">new</Badge>}
      {tool.pin === 'changed' && <Badge tone="bad">changed</Badge>}
      {tool.hints.read_only === true ? (
        <Badge title="The server says so.">reads</Badge>
      ) : (
        <Badge title="The server does not say that it only reads.">may write</Badge>
      )}
    </span>
  )
}

function Changes({ tool }: { tool: backend.ConnectorTool }) {
  if (tool.changes.length === 0) return null
  return (
    <table className={css.changes}>
      <caption>What changed since you read it</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">As you read it</th>
          <th scope="col">Now</th>
        </tr>
      </thead>
      <tbody>
        {tool.changes.map((change) => (
          <tr key={change.field}>
            <th scope="row">{change.field}</th>
            <td>
              <pre>{textOf(change.before)}</pre>
            </td>
            <td>
              <pre>{textOf(change.after)}</pre>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const textOf = (value: unknown): string =>
  value === undefined || value === null
    ? '(nothing)'
    : typeof value === 'string'
      ? value
      : JSON.stringify(value, null, 2)
