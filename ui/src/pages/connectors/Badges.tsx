import type { Connector } from '#ui/backend/connectors'
import { Badge } from '#ui/components/Badge'
import { BADGE } from './badges'
import css from './connectors.module.css'

/** The badges of a connector, as the engine lists them. */
export function Badges({ connector }: { connector: Connector }) {
  return (
    <span className={css.badges}>
      {connector.badge_states.map((badge) => (
        <Badge key={badge} tone={BADGE[badge].tone} title={BADGE[badge].says}>
          {BADGE[badge].label}
        </Badge>
      ))}
    </span>
  )
}
