import type { ReactNode } from 'react'
import css from './EmptyState.module.css'

/** An empty place that teaches: what will be here, and the one button that starts it. */
export function EmptyState({
  icon,
  title,
  heading: Heading = 'h2',
  children,
  action,
}: {
  icon: ReactNode
  title: string
  heading?: 'h1' | 'h2'
  children: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={css.empty}>
      <span className={css.icon} aria-hidden>
        {icon}
      </span>
      <Heading className={css.title}>{title}</Heading>
      <div className={css.text}>{children}</div>
      {action}
    </div>
  )
}
