import type { ObservedAction, SessionDetail } from '#ui/backend/types'
import { plural } from '#ui/components/format'
import { trimOf } from '#ui/domain/timeline'
import css from './TimelineFoot.module.css'

/** How many actions are kept, and how many were dropped. */
export function TimelineFoot({
  detail,
  actions,
}: {
  detail: SessionDetail
  actions: readonly ObservedAction[]
}) {
  const { first, last } = trimOf(actions, detail.boundaries)
  const kept = actions.filter((action) => action.seq >= first && action.seq <= last).length
  const scope = detail.observation_scope
  const masked = scope?.masked_values ?? actions.reduce((sum, action) => sum + action.masked, 0)
  const parts = [
    `${plural(kept, 'action')} kept`,
    kept < actions.length ? `${plural(actions.length - kept, 'action')} trimmed` : '',
    scope ? `${plural(scope.off_target_events_dropped, 'off-target action')} dropped` : '',
    `${plural(masked, 'value')} masked`,
    scope?.events_lost ? `${plural(scope.events_lost, 'event')} lost: the disk was full` : '',
  ]
  return <p className={`${css.foot} num`}>{parts.filter(Boolean).join(' · ')}</p>
}
