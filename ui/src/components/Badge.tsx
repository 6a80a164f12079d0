import type { ReactNode } from 'react'
import css from './Badge.module.css'

export type Tone = 'neutral' | 'accent' | 'ok' | 'warn' | 'bad'

/** A short label with a colour. The text always says what the colour means. */
export function Badge({
  tone = 'neutral',
  icon,
  title,
  children,
}: {
  tone?: Tone
  icon?: ReactNode
  title?: string
  children: ReactNode
}) {
  return (
    <span className={`${css.badge} ${css[tone]}`} title={title}>
      {icon}
      {children}
    </span>
  )
}
