import { Check, Minus } from 'lucide-react'

/** Whether the chosen items are in a category: all of them, some (`indeterminate`), or none. */
export function MembershipMark({
  state,
  className,
}: {
  state: boolean | 'indeterminate'
  className?: string
}) {
  return (
    <span className={className} aria-hidden>
      {state === true ? (
        <Check size={13} />
      ) : state === 'indeterminate' ? (
        <Minus size={13} />
      ) : null}
    </span>
  )
}
