import type { ReactNode } from 'react'
import css from './Empty.module.css'

/** An empty place that teaches: what will be here, and the one button that starts it. */
export function Empty({ icon, title, children, action }: { icon: ReactNode; title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className={css.empty}>
      <span className={css.icon} aria-hidden>
        {icon}
      </span>
      <h2>{title}</h2>
      <div className={css.text}>{children}</div>
      {action}
    </div>
  )
}
