import type { Schemas } from '#ui/backend/types'
import { DescriptionList } from '#ui/components/DescriptionList'
import css from './SkillDrawer.module.css'

/** Labels of fields that people know by another word. */
const LABEL: Record<string, string> = {
  version: 'Version',
  license: 'Licence',
  compatibility: 'Compatibility',
  homepage: 'Home page',
  when_to_use: 'When to use it',
  started: 'Started',
  'argument-hint': 'What to type after its name',
  arguments: 'Arguments',
  variables: 'Variables',
  parameters: 'Parameters',
  dependencies: 'Needs the skills',
  tags: 'Tags',
  'allowed-tools': 'Tools without asking',
  model: 'Model',
  effort: 'Effort',
  context: 'Context',
  agent: 'Subagent',
  paths: 'For the files',
  shell: 'Shell',
  hooks: 'Hooks',
  requires: 'Requires of this machine',
  metadata: 'Metadata',
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
        <section aria-label="Other fields">
          <h3>Other fields</h3>
          <p className="muted">Apprentice does not use these fields and keeps them unchanged.</p>
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
