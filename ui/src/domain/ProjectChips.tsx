import { ToggleChip } from '#ui/components/Chip'
import { FieldGroup } from '#ui/components/Field'
import css from './ProjectChips.module.css'

/** The ids of the projects in Settings: the names of their folders, each once. */
export const projectIds = (paths: readonly string[]): string[] => [
  ...new Set(paths.map((path) => path.split(/[\\/]/).findLast((name) => name !== '') ?? path)),
]

/** Chooses one of the projects in Settings, or all (`''`). Nothing without projects. */
export function ProjectChips({
  projects,
  chosen,
  hint,
  onChoose,
}: {
  projects: readonly string[]
  chosen: string
  hint: string
  onChoose(project: string): void
}) {
  if (projects.length === 0) return null
  return (
    <FieldGroup label="Project" hint={hint}>
      <div className={css.chips}>
        {['', ...projects].map((project) => (
          <ToggleChip key={project} on={chosen === project} onToggle={() => onChoose(project)}>
            {project || 'All projects'}
          </ToggleChip>
        ))}
      </div>
    </FieldGroup>
  )
}
