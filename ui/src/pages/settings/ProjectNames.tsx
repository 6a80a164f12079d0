import { useQuery } from '@tanstack/react-query'
import { mergeListEdit } from '#ui/backend/mutations'
import * as read from '#ui/backend/queries'
import type { Schemas, Settings } from '#ui/backend/types'
import { Field } from '#ui/components/Field'
import { TagInput } from '#ui/components/TagInput'
import { Switch } from '#ui/components/Toggle'
import { say } from '#ui/lib/say'
import css from './SettingsPage.module.css'

type Binding = Required<Schemas['ProjectSourceBinding']>

/** The bindings after one of a project was changed. One that says nothing any more is removed. */
function bound(
  now: readonly Schemas['ProjectSourceBinding'][],
  id: string,
  change: (binding: Binding) => Partial<Binding>,
): Schemas['ProjectSourceBinding'][] {
  const before: Binding = {
    project_id: id,
    aliases: [],
    folders: [],
    ambiguity_policy: 'require_disambiguation',
    ...now.find((one) => one.project_id === id),
  }
  const after = { ...before, ...change(before) }
  const says =
    after.aliases.length > 0 || after.folders.length > 0 || after.ambiguity_policy === 'return_all'
  return [...now.filter((one) => one.project_id !== id), ...(says ? [after] : [])]
}

/** Other names and folders of each project, and what happens when a name fits another one too. */
export function ProjectNames({
  onChange,
}: {
  onChange(change: (now: Settings) => Partial<Settings>): void
}) {
  const { data } = useQuery(read.projects())
  return data?.projects.map(({ project_id: id, aliases = [], folders = [], ...project }) => {
    const change = (part: (binding: Binding) => Partial<Binding>): void =>
      onChange(({ project_bindings: now = [] }) => ({ project_bindings: bound(now, id, part) }))
    return (
      <section key={id} aria-label={say('Project {id}', { id })} className={css.project}>
        <h3>{id}</h3>
        <Field label={say('Also called')}>
          {(ids) => (
            <TagInput
              {...ids}
              label={say('Also called')}
              placeholder={say('Add another name')}
              values={aliases}
              onChange={(next) =>
                change((now) => ({ aliases: mergeListEdit(aliases, next, now.aliases) }))
              }
            />
          )}
        </Field>
        <Field label={say('Folders')} hint={say('A folder of the list above is removed there.')}>
          {(ids) => (
            <TagInput
              {...ids}
              label={say('Folders')}
              placeholder="/home/you/work/website"
              values={folders}
              onChange={(next) =>
                change((now) => ({ folders: mergeListEdit(folders, next, now.folders) }))
              }
            />
          )}
        </Field>
        <div className={css.choice}>
          <Switch
            label={say('A name of several projects finds the abilities of each: {id}', { id })}
            on={project.ambiguity_policy === 'return_all'}
            onChange={(on) =>
              change(() => ({ ambiguity_policy: on ? 'return_all' : 'require_disambiguation' }))
            }
          />
          {say('A name of several projects finds the abilities of each')}
        </div>
      </section>
    )
  })
}
