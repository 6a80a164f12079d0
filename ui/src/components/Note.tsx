import { Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import css from './Note.module.css'

/** A short message, with an optional action. */
export function Note({
  tone = 'info',
  role = 'note',
  children,
  action,
}: {
  tone?: 'info' | 'warn' | 'bad'
  role?: 'note' | 'alert'
  children: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={css.note} data-tone={tone} role={role}>
      {tone === 'info' ? <Info size={15} aria-hidden /> : <TriangleAlert size={15} aria-hidden />}
      <div className={css.text}>{children}</div>
      {action && <div className={css.action}>{action}</div>}
    </div>
  )
}
