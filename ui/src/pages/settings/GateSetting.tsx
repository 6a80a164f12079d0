import type { Schemas } from '#ui/backend/types'
import { FieldGroup } from '#ui/components/Field'
import { Segmented } from '#ui/components/Segmented'
import { say } from '#ui/lib/say'

type Setting = Schemas['GateSetting']

const SAYS: Record<Setting, string> = {
  off: say('A skill is installed for the workspace when you approve it.'),
  warn: say('As before, and the review says when no tries found that this version helps.'),
  require: say('It is refused until tries with and without it found that this version helps.'),
}

/** Whether an installation for the workspace asks if the skill helps an agent. */
export function GateSetting({
  setting,
  onChange,
}: {
  setting: Setting
  onChange(setting: Setting): void
}) {
  return (
    <FieldGroup label={say('Before a skill is installed for the workspace')} hint={SAYS[setting]}>
      <Segmented<Setting>
        label={say('Before a skill is installed for the workspace')}
        value={setting}
        choices={[
          { value: 'off', label: say('Do not ask') },
          { value: 'warn', label: say('Warn') },
          { value: 'require', label: say('It must help') },
        ]}
        onChange={onChange}
      />
    </FieldGroup>
  )
}
