import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as read from '#ui/backend/queries'
import type { Schemas } from '#ui/backend/types'
import { Badge } from '#ui/components/Badge'
import { Button } from '#ui/components/Button'
import { CopyableText } from '#ui/components/CopyableText'
import { DescriptionList } from '#ui/components/DescriptionList'
import { Dialog } from '#ui/components/Dialog'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Note } from '#ui/components/Note'
import { Skeleton } from '#ui/components/Skeleton'
import css from './Definitions.module.css'
import list from '#ui/domain/AgentTargets.module.css'

type Definition = Schemas['AgentDefinition']

const SCOPE: Record<Schemas['AgentDefinitionScope'], string> = {
  project: 'of the project',
  person: 'your own',
  agent: 'of an agent',
  built_in: 'built in',
}

/** The agent definitions of this machine, in the order in which they count. */
export function Definitions() {
  const query = useQuery(read.agentDefinitions())
  const [shown, setShown] = useState<string>()
  if (!query.data)
    return query.error ? (
      <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton rows={4} />
    )
  return (
    <>
      <ul className={list.list} aria-label="Agent definitions">
        {query.data.definitions.map((definition) => (
          <Row
            key={`${definition.name} ${definition.file ?? ''}`}
            definition={definition}
            onShow={() => setShown(definition.name)}
          />
        ))}
      </ul>
      <p className="muted">Try one in a terminal:</p>
      <CopyableText
        text={'apprentice agents run --agent explore -m "What is in this folder?" --folder .'}
      />
      {shown && <Detail name={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

function Row({ definition, onShow }: { definition: Definition; onShow(): void }) {
  const { name, description, scope, file, findings, usable, hidden_by } = definition
  const errors = findings.filter(({ severity }) => severity === 'error')
  return (
    <li>
      <div className={list.words}>
        <span className={list.name}>
          {name} <Badge>{SCOPE[scope]}</Badge>
          {hidden_by ? (
            <Badge title={`Hidden by ${hidden_by}`}>hidden</Badge>
          ) : (
            !usable && <Badge tone="bad">has errors</Badge>
          )}
        </span>
        <span className="muted">{description}</span>
        {file && <code className={list.path}>{file}</code>}
        {errors.map(({ code, message }) => (
          <span key={code + message} className="muted">
            {message}
          </span>
        ))}
      </div>
      {!hidden_by && (
        <Button aria-label={`Show ${name}`} onClick={onShow}>
          Show
        </Button>
      )}
    </li>
  )
}

/** The definition that counts for a name, with its instructions. */
function Detail({ name, onClose }: { name: string; onClose(): void }) {
  const query = useQuery(read.agentDefinition(name))
  const { data } = query
  return (
    <Dialog open onClose={onClose} title={name} wide description={data?.description ?? ''}>
      {query.error && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {data && (
        <>
          <DescriptionList
            facts={[
              ['From', data.file ?? SCOPE[data.scope]],
              ['Tools', toolsOf(data)],
              ['Model', data.model],
              ['Skills', data.skills.join(', ')],
              ['Most tool calls', data.max_iterations?.toLocaleString()],
            ]}
          />
          {data.findings.map(({ code, severity, message }) => (
            <Note key={code + message} {...(severity === 'info' ? {} : { tone: 'warn' as const })}>
              {message}
            </Note>
          ))}
          <h3>Instructions</h3>
          {data.prompt ? (
            <pre className={css.prompt}>{data.prompt}</pre>
          ) : (
            <p className="faint">None.</p>
          )}
        </>
      )}
    </Dialog>
  )
}

function toolsOf({ tool_access, tools }: Definition): string {
  switch (tool_access) {
    case 'all':
      return 'All, with those of every MCP server'
    case 'own':
      return 'All of the agent, and none of an MCP server'
    case 'none':
      return 'None'
    case 'listed':
      return tools.join(', ')
  }
}
