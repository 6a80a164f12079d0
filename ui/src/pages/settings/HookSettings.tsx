import type { Schemas } from '#ui/backend/types'
import { Field, FieldGroup } from '#ui/components/Field'
import { Segmented } from '#ui/components/Segmented'
import { TagInput } from '#ui/components/TagInput'
import { Switch } from '#ui/components/Toggle'
import { say } from '#ui/lib/say'
import { SettingRow } from './SettingRow'

type Settings = Schemas['HookSettings']

/** How hooks of agents are answered. Commands of rules are off until the person switches them on. */
export function HookSettings({
  settings,
  onChange,
}: {
  settings: Settings
  onChange(settings: Settings): void
}) {
  return (
    <>
      <SettingRow
        label={say('Answer hooks')}
        what={say('Off: agents go on as if they had no hooks.')}
      >
        <Switch
          label={say('Answer hooks')}
          on={settings.enabled}
          onChange={(enabled) => onChange({ ...settings, enabled })}
        />
      </SettingRow>
      {settings.enabled && (
        <>
          <FieldGroup
            label={say('Tools that a skill in use does not list')}
            hint={say('Skills without a list of tools limit nothing.')}
          >
            <Segmented<Settings['outside_skill_tools']>
              label={say('Tools that a skill in use does not list')}
              value={settings.outside_skill_tools}
              choices={[
                { value: 'deny', label: say('Deny') },
                { value: 'ask', label: say('Ask me') },
              ]}
              onChange={(outside_skill_tools) => onChange({ ...settings, outside_skill_tools })}
            />
          </FieldGroup>
          <SettingRow
            label={say('Rules may start commands')}
            what={say('Only single commands of a list that you keep, without a shell.')}
          >
            <Switch
              label={say('Rules may start commands')}
              on={settings.commands}
              onChange={(commands) => onChange({ ...settings, commands })}
            />
          </SettingRow>
          {settings.commands && (
            <Field label={say('Commands that rules may start')}>
              {(ids) => (
                <TagInput
                  {...ids}
                  label={say('Commands that rules may start')}
                  placeholder="./check.py *"
                  values={settings.allowed_commands}
                  onChange={(allowed_commands) => onChange({ ...settings, allowed_commands })}
                />
              )}
            </Field>
          )}
        </>
      )}
    </>
  )
}
