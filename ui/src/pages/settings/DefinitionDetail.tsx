import { useQuery } from '@tanstack/react-query'
import * as read from '#ui/backend/queries'
import { Button } from '#ui/components/Button'
import { DescriptionList } from '#ui/components/DescriptionList'
import { Dialog } from '#ui/components/Dialog'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Skeleton } from '#ui/components/Skeleton'
import { locale, say } from '#ui/lib/say'
import { DefinitionFindings } from './DefinitionFindings'
import css from './Definitions.module.css'
import { type Agent, type Asked, type Definition, labelOf, originOf } from './definitionCopies'

interface DetailProps {
  name: string
  agents: readonly Agent[]
  onAsk(asked: Asked): void
  onClose(): void
}

/** The effective definition of a name, with its instructions. */
export function DefinitionDetail({ name, agents, onAsk, onClose }: DetailProps) {
  const query = useQuery(read.agentDefinition(name))
  const { data } = query
  return (
    <Dialog open onClose={onClose} title={name} wide description={data?.description ?? ''}>
      <div className={css.dialog}>
        {query.error ? (
          <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          !data && <Skeleton rows={6} />
        )}
        {data && (
          <>
            <DescriptionList
              facts={[
                [say('From'), data.file ?? originOf(data, agents)],
                [say('Runs with'), data.runtime && labelOf(agents, data.runtime)],
                [say('Model'), data.model],
                [say('Tools'), toolsOf(data)],
                [say('Skills'), data.skills.join(', ')],
                [
                  say('Tool calls'),
                  data.max_iterations &&
                    say('at most {count}', { count: count(data.max_iterations) }),
                ],
                [say('Temperature'), data.temperature?.toLocaleString(locale())],
                [
                  say('Context'),
                  data.context_window &&
                    say('{count} tokens', { count: count(data.context_window) }),
                ],
              ]}
            />
            <DefinitionFindings findings={data.findings} />
            <h3>{say('Instructions')}</h3>
            {data.prompt ? (
              <pre className={css.prompt}>{data.prompt}</pre>
            ) : (
              <p className="faint">{say('None.')}</p>
            )}
            {data.usable && (
              <footer>
                <Button look="primary" onClick={() => onAsk({ what: 'install', definition: data })}>
                  {say('Install into an agent…')}
                </Button>
              </footer>
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}

const count = (number: number): string => number.toLocaleString(locale())

function toolsOf({ tool_access, tools }: Definition): string {
  switch (tool_access) {
    case 'all':
      return say('All, with those of every MCP server')
    case 'own':
      return say('All tools of the agent, no MCP servers')
    case 'none':
      return say('None')
    case 'listed':
      return tools.join(', ')
  }
}
