import type { Schemas } from '#ui/backend/types'
import { DescriptionList } from '#ui/components/DescriptionList'
import { say } from '#ui/lib/say'
import css from './SkillDrawer.module.css'

/** Labels of fields that people know by another word. */
const LABEL: Record<string, string> = {
  version: say('Version'),
  license: say('Licence'),
  compatibility: say('Compatibility'),
  homepage: say('Home page'),
  when_to_use: say('When to use it'),
  started: say('Started'),
  'argument-hint': say('What to type after its name'),
  arguments: say('Arguments'),
  variables: say('Variables'),
  parameters: say('Parameters'),
  dependencies: say('Needs the skills'),
  tags: say('Tags'),
  'allowed-tools': say('Tools without asking'),
  model: say('Model'),
  effort: say('Effort'),
  context: say('Context'),
  agent: say('Subagent'),
  paths: say('For the files'),
  shell: say('Shell'),
  hooks: say('Hooks'),
  requires: say('Requires of this machine'),
  metadata: say('Metadata'),
}

/** Everything that was read of a skill besides its name and description. */
export function DetailsTab({ fields }: { fields: readonly Schemas['SkillField'][] }) {
  const known = fields.filter((field) => field.known)
  const others = fields.filter((field) => !field.known)
  return (
    <div className={css.stack}>
      <DescriptionList
        facts={known.map((field) => [LABEL[field.name] ?? field.name, inWords(field.value)])}
      />
      {others.length > 0 && (
        <section aria-label={say('Other fields')}>
          <h3>{say('Other fields')}</h3>
          <p className="muted">
            {say('Apprentice does not use these fields and keeps them unchanged.')}
          </p>
          <DescriptionList facts={others.map((field) => [field.name, inWords(field.value)])} />
        </section>
      )}
    </div>
  )
}

/** Text as it is, a list with commas, a mapping as `name: value`. */
function inWords(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value))
    return value
      .map(inWords)
      .join(value.some((item) => typeof item === 'object' && item !== null) ? '; ' : ', ')
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, item]) => `${name}: ${inWords(item)}`)
      .join(', ')
  return String(value)
}
