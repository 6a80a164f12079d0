import { useQuery } from '@tanstack/react-query'
import * as read from '#ui/backend/queries'
import { ToggleChip } from '#ui/components/Chip'
import { FieldGroup } from '#ui/components/Field'
import { say } from '#ui/lib/say'
import css from './ProjectChips.module.css'

/** The ids of the projects in Settings. */
export const useProjectIds = (): string[] =>
  useQuery(read.projects()).data?.projects.map((project) => project.project_id) ?? []

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
    <FieldGroup label={say('Project')} hint={hint}>
      <div className={css.chips}>
        {['', ...projects].map((project) => (
          <ToggleChip key={project} on={chosen === project} onToggle={() => onChoose(project)}>
            {project || say('All projects')}
          </ToggleChip>
        ))}
      </div>
    </FieldGroup>
  )
}
