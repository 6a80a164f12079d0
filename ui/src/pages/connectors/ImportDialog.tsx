import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import * as backend from '#ui/backend/connectors'
import { Button } from '#ui/components/Button'
import { Dialog } from '#ui/components/Dialog'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Note } from '#ui/components/Note'
import { Skeleton } from '#ui/components/Skeleton'
import { Checkbox } from '#ui/components/Toggle'
import { Say, say } from '#ui/lib/say'
import { ImportWords } from './ImportWords'
import { canImport } from './importable'
import css from './connectors.module.css'

/** Shows the MCP servers in the configuration of agents, and registers those that are chosen. */
export function ImportDialog({ onClose }: { onClose(): void }) {
  const plan = useQuery(backend.importPlan())
  const run = useMutation(backend.importServers())
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const items = plan.data?.items ?? []
  const chosen = items.filter((item) => canImport(item) && !left.has(item.key))
  const toggle = (key: string): void => {
    const next = new Set(left)
    if (!next.delete(key)) next.add(key)
    setLeft(next)
  }
  const start = (): void =>
    run.mutate(
      { keys: chosen.map((item) => item.key) },
      {
        onSuccess: ({ servers }) => {
          toast.success(
            say(
              `{count, plural, one {# connector was} other {# connectors were}} imported. Read each before
              it is used.`,
              { count: servers.length },
            ),
          )
          onClose()
        },
      },
    )
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={say('Import from your agents')}
      description={say(
        'No file of an agent is changed, and nothing is started. Secrets go to the keychain.',
      )}
    >
      <div className={css.form}>
        {plan.error && <ErrorNote error={plan.error} onRetry={() => void plan.refetch()} />}
        {plan.isPending && <Skeleton rows={5} />}
        {plan.data?.sources
          .filter((source) => source.problem)
          .map((source) => (
            <Note key={source.file} tone="warn">
              <Say
                text={'{agentLabel}: {file} cannot be read, because {problem}.'}
                values={{
                  agentLabel: source.agent_label,
                  file: <code>{source.file}</code>,
                  problem: source.problem,
                }}
              />
            </Note>
          ))}
        {plan.data && items.length === 0 && (
          <p className="muted">
            {say('No agent of this machine has an MCP server in its own configuration.')}
          </p>
        )}
        {items.length > 0 && (
          <ul className={css.list} aria-label={say('Servers that were found')}>
            {items.map((item) => (
              <li key={item.key} className={css.found}>
                <Checkbox
                  label={say('Import {name}', { name: item.name })}
                  on={canImport(item) && !left.has(item.key)}
                  disabled={!canImport(item)}
                  onChange={() => toggle(item.key)}
                />
                <ImportWords item={item} />
              </li>
            ))}
          </ul>
        )}
        {run.error && <ErrorNote error={run.error} onRetry={() => void plan.refetch()} />}
        <footer className={css.foot}>
          <Button look="ghost" onClick={onClose}>
            {say('Cancel')}
          </Button>
          <Button
            look="primary"
            busy={run.isPending}
            disabled={chosen.length === 0}
            onClick={start}
          >
            {chosen.length > 0 ? say('Import {count}', { count: chosen.length }) : say('Import')}
          </Button>
        </footer>
      </div>
    </Dialog>
  )
}
