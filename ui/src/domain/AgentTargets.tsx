import type { SkillTarget } from '#ui/backend/types'
import { Badge } from '#ui/components/Badge'
import { Switch } from '#ui/components/Toggle'
import { say } from '#ui/lib/say'
import css from './AgentTargets.module.css'

/**
 * The agents of this machine with their skills folders, and a switch for each. Agents that were
 * found come first.
 */
export function AgentTargets({
  targets,
  enabled,
  onChange,
  busy,
}: {
  targets: readonly SkillTarget[]
  enabled: readonly string[]
  onChange(enabled: string[]): void
  busy?: boolean
}) {
  const sorted = targets.toSorted((a, b) => Number(b.detected) - Number(a.detected))
  return (
    <ul className={css.list}>
      {sorted.map((target) => {
        const on = enabled.includes(target.target_id)
        return (
          <li key={target.target_id}>
            <div className={css.words}>
              <span className={css.name}>
                {target.label}
                {target.detected ? (
                  <Badge tone="ok">{say('found')}</Badge>
                ) : (
                  <Badge>{say('not found')}</Badge>
                )}
                {!target.writable && <Badge tone="warn">{say('not writable')}</Badge>}
              </span>
              <code className={css.path}>{target.path}</code>
              {target.note && <span className="muted">{target.note}</span>}
            </div>
            <Switch
              label={target.label}
              on={on}
              disabled={busy || (!target.writable && !on)}
              onChange={(next) =>
                onChange(
                  next
                    ? [...enabled, target.target_id]
                    : enabled.filter((id) => id !== target.target_id),
                )
              }
            />
          </li>
        )
      })}
    </ul>
  )
}
