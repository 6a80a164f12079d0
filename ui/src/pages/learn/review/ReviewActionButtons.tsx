import { Button } from '#ui/components/Button'
import type { ReviewAction } from './reviewActions'

/** The buttons of the actions that belong in one place. */
export function ReviewActionButtons({
  actions,
  place,
}: {
  actions: readonly ReviewAction[]
  place: ReviewAction['place']
}) {
  return actions
    .filter((action) => action.place === place)
    .map(({ id, label, icon, look, busy, blocked, run }) => (
      <Button
        key={id}
        look={look}
        icon={icon}
        busy={busy}
        disabled={blocked !== undefined}
        title={blocked}
        onClick={run}
      >
        {label}
      </Button>
    ))
}
