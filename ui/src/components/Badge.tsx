import type { ReactNode } from 'react'
import css from './Badge.module.css'

export type Tone = 'neutral' | 'accent' | 'ok' | 'warn' | 'bad'

/** A short word with a tone. The word always says what the colour means. */
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
