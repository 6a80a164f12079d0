import { Link } from '@tanstack/react-router'
import type { TargetPreview } from '#ui/backend/types'
import { Badge } from '#ui/components/Badge'
import { Checkbox } from '#ui/components/Toggle'
import { Say, say } from '#ui/lib/say'
import css from './TargetPicker.module.css'

/** Lets the person choose the agents to install to, and shows what prevents it. */
export function TargetPicker({
  targets,
  chosen,
  onChange,
  locked,
}: {
  targets: readonly TargetPreview[]
  chosen: readonly string[]
  onChange(chosen: string[]): void
  locked: boolean
}) {
  if (targets.length === 0) {
    return (
      <p className="muted">
        <Say
          text={'No folder is known. <link>Choose one in Settings</link>'}
          values={{
            link: (inner) => (
              <Link to="/settings" className={css.link}>
                {inner}
              </Link>
            ),
          }}
        />
      </p>
    )
  }
  return (
    <ul className={css.list}>
      {targets.map((target) => {
        const on = chosen.includes(target.target_id)
        return (
          <li key={target.target_id}>
            <Checkbox
              label={target.label}
              on={on}
              disabled={locked || !target.writable}
              onChange={(next) =>
                onChange(
                  next
                    ? [...chosen, target.target_id]
                    : chosen.filter((id) => id !== target.target_id),
                )
              }
            />
            <div className={css.words}>
              <span className={css.name}>
                {target.label}
                {!target.writable && <Badge tone="bad">{say('not writable')}</Badge>}
                {target.occupied && <Badge tone="warn">{say('occupied')}</Badge>}
              </span>
              <code className={css.path} title={target.path}>
                {/* Shows the skills folder of the agent without the name of the skill. The path
                    is cut at its beginning; the mark keeps the slashes in place. */}
                {`\u200e${target.path.replace(/(.)\/[^/]+\/?$/, '$1')}`}
              </code>
              {target.note && <span className="muted">{target.note}</span>}
            </div>
          </li>
        )
      })}
      {chosen.length === 0 && !locked && (
        <li className={css.none}>{say('Choose at least one folder.')}</li>
      )}
    </ul>
  )
}
