import type { ObservedAction, SessionDetail } from '#ui/backend/types'
import { trimOf } from '#ui/domain/timeline'
import { say } from '#ui/lib/say'
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
    say('{kept, plural, one {# action} other {# actions}} kept', { kept }),
    kept < actions.length
      ? say('{count, plural, one {# action} other {# actions}} trimmed', {
          count: actions.length - kept,
        })
      : '',
    scope
      ? say(
          '{offTargetEventsDropped, plural, one {# off-target action} other {# off-target actions}} dropped',
          { offTargetEventsDropped: scope.off_target_events_dropped },
        )
      : '',
    say('{masked, plural, one {# value} other {# values}} masked', { masked }),
    scope?.events_lost
      ? say('{eventsLost, plural, one {# event} other {# events}} lost: the disk was full', {
          eventsLost: scope.events_lost,
        })
      : '',
  ]
  return <p className={`${css.foot} num`}>{parts.filter(Boolean).join(' · ')}</p>
}
