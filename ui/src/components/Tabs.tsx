import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import css from './Tabs.module.css'

interface Tab<T extends string> {
  value: T
  label: string
  disabled?: string
}

interface TabsProps<T extends string> {
  label: string
  value: T
  tabs: ReadonlyArray<Tab<T>>
  onChange(value: T): void
  aside?: ReactNode
  /** The content takes the full height and scrolls by itself. */
  fill?: boolean
  /** Without a frame: for many tabs in little room, above controls that have a frame. */
  flat?: boolean
  children: ReactNode
}

/** Tabs. Arrow keys move between them. */
export function Tabs<T extends string>({
  label,
  value,
  tabs,
  onChange,
  aside,
  fill,
  flat,
  children,
}: TabsProps<T>) {
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => onChange(next as T)}
      className={css.root}
      data-fill={fill || undefined}
      data-flat={flat || undefined}
    >
      <div className={css.bar}>
        <Radix.List className={css.list} aria-label={label}>
          {tabs.map((tab) => (
            <Radix.Trigger
              key={tab.value}
              value={tab.value}
              className={css.tab}
              disabled={tab.disabled !== undefined}
              title={tab.disabled}
            >
              {tab.label}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {aside}
      </div>
      <Radix.Content value={value} className={css.content} tabIndex={-1}>
        {children}
      </Radix.Content>
    </Radix.Root>
  )
}
