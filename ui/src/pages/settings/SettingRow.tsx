import type { ReactNode } from 'react'
import css from './Data.module.css'

/** A setting: what it is called, what it does, and its control. */
export function SettingRow({
  label,
  what,
  children,
}: {
  label: string
  what: string
  children: ReactNode
}) {
  return (
    <div className={css.row}>
      <div>
        <span className={css.name}>{label}</span>
        <p className="muted">{what}</p>
      </div>
      {children}
    </div>
  )
}
