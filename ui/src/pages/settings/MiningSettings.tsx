import type { Schemas } from '#ui/backend/types'
import { FieldGroup } from '#ui/components/Field'
import { Segmented } from '#ui/components/Segmented'
import { Switch } from '#ui/components/Toggle'
import { say } from '#ui/lib/say'
import { SettingRow } from './SettingRow'

type Settings = Schemas['SkillMiningSettings']

const SAYS: Record<Settings['mode'], string> = {
  off: say('Nothing is compared, and nothing is suggested.'),
  ask_before_build: say('A draft is built when you ask for it.'),
  build_then_review: say(
    'A draft is built when every condition is met and no other session is active. You review it.',
  ),
  auto_install_private: say(
    'As before, and a draft that passes every test is installed for you alone, without a question.',
  ),
}

/** When work that was done several times becomes a suggestion (§0.4). */
export function MiningSettings({
  settings,
  onChange,
}: {
  settings: Settings
  onChange(settings: Settings): void
}) {
  const numbers = (label: string, hint: string, known: readonly number[], name: NumberName) => (
    <Numbers
      label={label}
      hint={hint}
      known={known}
      unit={name === 'min_successful_traces' ? '' : ' %'}
      value={
        name === 'min_successful_traces' ? settings[name] : Math.round((settings[name] ?? 0) * 100)
      }
      onChange={(value) =>
        onChange({ ...settings, [name]: name === 'min_successful_traces' ? value : value / 100 })
      }
    />
  )
  return (
    <>
      <FieldGroup label={say('When a task was repeated')} hint={SAYS[settings.mode]}>
        <Segmented<Settings['mode']>
          label={say('When a task was repeated')}
          value={settings.mode}
          choices={[
            { value: 'off', label: say('Do nothing') },
            { value: 'ask_before_build', label: say('Suggest') },
            { value: 'build_then_review', label: say('Build a draft') },
            { value: 'auto_install_private', label: say('Install for me') },
          ]}
          onChange={(mode) => onChange({ ...settings, mode })}
        />
      </FieldGroup>
      {settings.mode !== 'off' && (
        <>
          {numbers(
            say('Successful runs'),
            say('Demonstrations and rehearsals that Apprentice watched.'),
            [2, 3, 5, 10],
            'min_successful_traces',
          )}
          {numbers(
            say('Steps may differ by'),
            say('The values that you type are ignored.'),
            [10, 20, 35, 50],
            'max_variation_score',
          )}
          {numbers(
            say('Results verified at least'),
            say('Verified means that Apprentice read the result again.'),
            [0, 60, 80, 100],
            'min_verification_coverage_score',
          )}
          <SettingRow
            label={say('Ask when something is unclear')}
            what={say('A task without a clear name waits for your answer.')}
          >
            <Switch
              label={say('Ask when something is unclear')}
              on={settings.require_user_feedback_before_build_when_ambiguous}
              onChange={(on) =>
                onChange({ ...settings, require_user_feedback_before_build_when_ambiguous: on })
              }
            />
          </SettingRow>
          <SettingRow
            label={say('Count runs of agents')}
            what={say(
              'Only runs whose results Apprentice checked. Reports of agents alone are never counted.',
            )}
          >
            <Switch
              label={say('Count runs of agents')}
              on={settings.count_agent_runs}
              onChange={(count_agent_runs) => onChange({ ...settings, count_agent_runs })}
            />
          </SettingRow>
        </>
      )}
    </>
  )
}

type NumberName =
  'min_successful_traces' | 'max_variation_score' | 'min_verification_coverage_score'

function Numbers({
  label,
  hint,
  known,
  unit,
  value,
  onChange,
}: {
  label: string
  hint: string
  known: readonly number[]
  unit: string
  value: number
  onChange(value: number): void
}) {
  const choices = known.includes(value) ? known : [...known, value]
  return (
    <FieldGroup label={label} hint={hint}>
      <Segmented
        label={label}
        value={String(value)}
        choices={choices.map((choice) => ({ value: String(choice), label: `${choice}${unit}` }))}
        onChange={(next) => onChange(Number(next))}
      />
    </FieldGroup>
  )
}
