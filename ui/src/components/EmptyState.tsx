import type { ReactNode } from 'react'
import css from './EmptyState.module.css'

/** Shown for an empty list: what will be here, and one button to start. */
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
