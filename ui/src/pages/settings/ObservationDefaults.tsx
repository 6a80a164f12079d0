import { ToggleChip } from '#ui/components/Chip'
import { Field, FieldGroup } from '#ui/components/Field'
import { Segmented } from '#ui/components/Segmented'
import { TagInput } from '#ui/components/TagInput'
import type { Schemas, WatchSource } from '#ui/backend/types'
import { say } from '#ui/lib/say'
import css from './Data.module.css'

type Defaults = Schemas['ObservationDefaults']

const SOURCES: ReadonlyArray<{ id: WatchSource; label: string }> = [
  { id: 'browser', label: say('Browser window') },
  { id: 'terminal', label: say('Terminal') },
]
const PAUSES = ['15', '60', '120', '240'] as const
const PAUSE_WORDS: Record<string, string> = {
  '15': '15 minutes',
  '60': '1 hour',
  '120': '2 hours',
  '240': '4 hours',
}

/** The defaults of the form Learn New Ability. */
export function ObservationDefaults({
  defaults,
  onChange,
}: {
  defaults: Defaults
  onChange(defaults: Defaults): void
}) {
  const { watch, only_in, pause_after_minutes } = defaults
  const toggle = (id: WatchSource): void =>
    onChange({
      ...defaults,
      watch: watch.includes(id) ? watch.filter((other) => other !== id) : [...watch, id],
    })
  const pause = String(pause_after_minutes)
  const choices = PAUSES.some((known) => known === pause) ? PAUSES : [...PAUSES, pause]
  return (
    <>
      <FieldGroup label={say('Watch by default')}>
        <div className={css.chips}>
          {SOURCES.map((source) => (
            <ToggleChip
              key={source.id}
              on={watch.includes(source.id)}
              onToggle={() => toggle(source.id)}
            >
              {source.label}
            </ToggleChip>
          ))}
        </div>
      </FieldGroup>
      <Field
        label={say('Limit to, by default')}
        hint={say(`Sites, programs or folders. Leave empty for everything that is watched. Anything else
            is dropped and counted.`)}
      >
        {(ids) => (
          <TagInput
            {...ids}
            label={say('Limit to, by default')}
            placeholder="wiki.example.org"
            values={only_in}
            onChange={(values) => onChange({ ...defaults, only_in: [...values] })}
          />
        )}
      </Field>
      <FieldGroup
        label={say('Pause a demonstration automatically after')}
        hint={say('At most four hours.')}
      >
        <Segmented
          label={say('Pause a demonstration automatically after')}
          value={pause}
          choices={choices.map((value) => ({
            value,
            label: PAUSE_WORDS[value] ?? say('{value} minutes', { value }),
          }))}
          onChange={(value) => onChange({ ...defaults, pause_after_minutes: Number(value) })}
        />
      </FieldGroup>
    </>
  )
}
