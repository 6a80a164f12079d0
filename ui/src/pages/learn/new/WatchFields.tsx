import { Field, FieldGroup, TextInput } from '#ui/components/Field'
import { Segmented } from '#ui/components/Segmented'
import { TagInput } from '#ui/components/TagInput'
import type { WatchSource } from '#ui/backend/types'
import { ProjectChips } from '#ui/domain/ProjectChips'
import type { Source } from '#ui/domain/watchSources'
import { say } from '#ui/lib/say'
import css from './Configure.module.css'
import { WatchChips } from './WatchChips'
import { type Choices, EXECUTIONS, POLICIES } from './form'

interface Props {
  goal: { label: string; hint?: string; placeholder?: string }
  sourcesLabel?: string
  sources: readonly Source[]
  watch: readonly WatchSource[]
  /** The problem with the start address. */
  problem: string | undefined
  /** The ids of the projects that the ability can be for. */
  projects: readonly string[]
  choices: Choices
  /** Also shows the rarely used options. */
  options: boolean
  onChange(change: Partial<Choices>): void
}

/**
 * The fields of a watched demonstration: for a new ability, and for an improvement by showing the
 * task again.
 */
export function WatchFields({
  goal,
  sourcesLabel,
  sources,
  watch,
  problem,
  projects,
  choices,
  options,
  onChange,
}: Props) {
  return (
    <>
      <Field label={goal.label} hint={goal.hint}>
        {(ids) => (
          <TextInput
            {...ids}
            placeholder={goal.placeholder}
            maxLength={400}
            value={choices.goal}
            onChange={(event) => onChange({ goal: event.target.value })}
          />
        )}
      </Field>
      <WatchChips
        label={sourcesLabel}
        sources={sources}
        watch={watch}
        onChange={(next) => onChange({ watch: next })}
      />
      <div className={css.pair}>
        {watch.includes('browser') && (
          <Field
            label={say('Start address')}
            error={problem}
            hint={
              <>
                {say('The address that the window opens.')}{' '}
                <button
                  type="button"
                  className={css.inline}
                  onClick={() => onChange({ startAddress: 'practice' })}
                >
                  {say('Use the sample page')}
                </button>
              </>
            }
          >
            {(ids) => (
              <TextInput
                {...ids}
                placeholder="wiki.example.org"
                maxLength={2000}
                value={choices.startAddress}
                onChange={(event) => onChange({ startAddress: event.target.value })}
              />
            )}
          </Field>
        )}
        <Field
          label={say('Limit to')}
          hint={say(
            'Leave empty for everything that is watched. Anything else is dropped and counted.',
          )}
        >
          {(ids) => (
            <TagInput
              {...ids}
              label={say('Limit to')}
              placeholder={say('Add a site, program or folder')}
              values={choices.onlyIn}
              onChange={(onlyIn) => onChange({ onlyIn })}
            />
          )}
        </Field>
      </div>
      <ProjectChips
        projects={projects}
        chosen={choices.project}
        hint={say('Agents that work on the project are offered it first.')}
        onChoose={(project) => onChange({ project })}
      />
      <FieldGroup
        label={say('When the draft is ready')}
        hint={POLICIES.find((policy) => policy.value === choices.policy)?.what}
      >
        <Segmented
          label={say('When the draft is ready')}
          value={choices.policy}
          choices={POLICIES}
          onChange={(policy) => onChange({ policy })}
        />
      </FieldGroup>
      {options && (
        <FieldGroup
          label={say('Execution mode')}
          hint={EXECUTIONS.find((mode) => mode.value === choices.execution)?.what}
        >
          <Segmented
            label={say('Execution mode')}
            value={choices.execution}
            choices={EXECUTIONS}
            onChange={(execution) => onChange({ execution })}
          />
        </FieldGroup>
      )}
    </>
  )
}
