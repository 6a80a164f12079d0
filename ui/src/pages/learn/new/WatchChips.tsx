import { useId } from 'react'
import { ToggleChip } from '#ui/components/Chip'
import { CopyableText } from '#ui/components/CopyableText'
import { FieldGroup } from '#ui/components/Field'
import type { WatchSource } from '#ui/backend/types'
import type { Source } from '#ui/domain/watchSources'
import { say } from '#ui/lib/say'
import css from './WatchChips.module.css'

/**
 * The sources to watch. A source that does not work here is disabled and says why and how to fix
 * it.
 */
export function WatchChips({
  label = say('Watch My Actions'),
  sources,
  watch,
  onChange,
}: {
  label?: string
  sources: readonly Source[]
  watch: readonly WatchSource[]
  onChange(watch: WatchSource[]): void
}) {
  const id = useId()
  const toggle = (source: WatchSource): void =>
    onChange(
      watch.includes(source) ? watch.filter((other) => other !== source) : [...watch, source],
    )
  return (
    <FieldGroup label={label}>
      <div className={css.chips}>
        {sources.map((source) => (
          <ToggleChip
            key={source.id}
            on={watch.includes(source.id)}
            disabled={!source.ready}
            describedBy={source.ready ? undefined : `${id}-${source.id}`}
            onToggle={() => toggle(source.id)}
          >
            {source.label}
          </ToggleChip>
        ))}
      </div>
      {sources
        .filter((source) => !source.ready)
        .map((source) => (
          <p key={source.id} id={`${id}-${source.id}`} className={css.why}>
            <b>{source.label}:</b> {source.note ?? say('not available on this machine.')}{' '}
            {source.remedy && <CopyableText text={source.remedy} />}
          </p>
        ))}
    </FieldGroup>
  )
}
