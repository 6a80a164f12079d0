import { ChevronRight, Globe, Terminal } from 'lucide-react'
import type { Connector } from '#ui/backend/connectors'
import { Ago } from '#ui/components/Time'
import { reachOf } from './reach'
import { Badges } from './Badges'
import css from './connectors.module.css'

/** One row for each connector. */
export function ConnectorList({
  servers,
  onOpen,
}: {
  servers: readonly Connector[]
  onOpen(id: string): void
}) {
  return (
    <ul className={css.list} aria-label="Connectors">
      {servers.map((connector) => {
        const { registry, health } = connector
        return (
          <li key={registry.server_id}>
            <button type="button" className={css.row} onClick={() => onOpen(registry.server_id)}>
              {registry.transport === 'remote_http' ? (
                <Globe size={15} aria-label="An address" />
              ) : (
                <Terminal size={15} aria-label="A program" />
              )}
              <span className={css.words}>
                <b className="clip">{registry.display_name}</b>
                <span className="faint clip">
                  {health.health_status === 'degraded' && health.health_reason
                    ? health.health_reason
                    : reachOf(registry)}
                </span>
              </span>
              <Badges connector={connector} />
              <span className="faint num">
                {connector.tool_count === 1 ? '1 tool' : `${connector.tool_count} tools`}
              </span>
              {health.last_checked_at ? (
                <Ago at={health.last_checked_at} className="faint" />
              ) : (
                <span className="faint">not used yet</span>
              )}
              <ChevronRight size={14} aria-hidden />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
