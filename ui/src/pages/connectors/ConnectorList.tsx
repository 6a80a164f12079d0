import { ChevronRight, Globe, Terminal } from 'lucide-react'
import type { Connector } from '#ui/backend/connectors'
import { Ago } from '#ui/components/Time'
import { useRovingFocus } from '#ui/components/useRovingFocus'
import { say } from '#ui/lib/say'
import { reachOf } from './reach'
import { Badges } from './Badges'
import css from './connectors.module.css'

/** One row for each connector. Arrow keys move between them. */
export function ConnectorList({
  servers,
  onOpen,
}: {
  servers: readonly Connector[]
  onOpen(id: string): void
}) {
  const { listProps, rowProps } = useRovingFocus(servers.length)
  return (
    <div {...listProps}>
      <ul className={css.list} aria-label={say('Connectors')}>
        {servers.map((connector, index) => {
          const { registry, health, tool_count: tools } = connector
          return (
            <li key={registry.server_id}>
              <button
                type="button"
                className={css.row}
                onClick={() => onOpen(registry.server_id)}
                {...rowProps(index)}
              >
                {registry.transport === 'remote_http' ? (
                  <Globe size={15} aria-label={say('An address')} />
                ) : (
                  <Terminal size={15} aria-label={say('A program')} />
                )}
                <span className={css.words}>
                  <b className="clip">{registry.display_name}</b>
                  <span className="faint clip">
                    {health.health_status === 'degraded' && health.health_reason
                      ? health.health_reason
                      : reachOf(registry)}
                  </span>
                </span>
                <span className={css.meta}>
                  <Badges connector={connector} />
                  <span className={`${css.count} faint num`}>
                    {tools > 0 && say('{tools, plural, one {# tool} other {# tools}}', { tools })}
                  </span>
                  {health.last_checked_at ? (
                    <Ago at={health.last_checked_at} className={`${css.when} faint`} />
                  ) : (
                    <span className={`${css.when} faint`}>{say('not used yet')}</span>
                  )}
                </span>
                <ChevronRight size={14} aria-hidden />
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
