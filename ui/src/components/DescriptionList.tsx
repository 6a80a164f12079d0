import type { ReactNode } from 'react'
import css from './DescriptionList.module.css'

/** Names and values in two columns. Pairs without a value are left out. */
export function DescriptionList({
  facts,
}: {
  facts: ReadonlyArray<readonly [name: string, value: ReactNode]>
}) {
  return (
    <dl className={css.facts}>
      {facts
        .filter(
          ([, value]) => value !== undefined && value !== null && value !== '' && value !== false,
        )
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
