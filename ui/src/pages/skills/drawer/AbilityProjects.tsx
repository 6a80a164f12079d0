import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useMemo, useState } from 'react'
import { toast } from 'sonner'
import * as act from '#ui/backend/mutations'
import type { Ability } from '#ui/backend/types'
import { Button } from '#ui/components/Button'
import { ToggleChip } from '#ui/components/Chip'
import { Dialog } from '#ui/components/Dialog'
import { Field, FieldGroup } from '#ui/components/Field'
import { FormFooter } from '#ui/components/FormFooter'
import { TagInput } from '#ui/components/TagInput'
import { useProjectIds } from '#ui/domain/ProjectChips'
import { offerUndo } from '#ui/lib/undo'
import { useCommands } from '#ui/shell/commands'
import { say } from '#ui/lib/say'
import css from './AbilityPanel.module.css'

/** The projects that an ability is for: shown, and chosen in a dialog. */
export function AbilityProjects({ ability, chosen }: { ability: Ability; chosen: boolean }) {
  const { title, project_scopes: scopes } = ability
  const [open, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  useCommands(
    useMemo(
      () => [
        {
          id: 'ability projects',
          label: say('Choose the projects: {title}', { title }),
          group: 'Review' as const,
          words: say('project folder limit scope'),
          run: () => setOpen(true),
        },
      ],
      [title],
    ),
  )
  return (
    <div className={css.actions}>
      <Button onClick={() => setOpen(true)}>
        {say('Projects: {said}', { said: said(scopes) })}
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title={say('Projects of this ability')}
        description={say('Agents that work on these projects are offered it first, others later.')}
      >
        <ProjectsForm ability={ability} chosen={chosen} onClose={close} />
      </Dialog>
    </div>
  )
}

const said = (scopes: readonly string[]): string => scopes.join(', ') || say('All')

function ProjectsForm({
  ability,
  chosen,
  onClose,
}: {
  ability: Ability
  /** Whether the person chose the projects that it has. */
  chosen: boolean
  onClose(): void
}) {
  const { ability_id: id, title, project_scopes: before } = ability
  const [scopes, setScopes] = useState<readonly string[]>(before)
  const known = useProjectIds()
  const { mutate: restore } = useMutation({
    ...act.setAbilityProjects(id),
    onSuccess: ({ project_scopes: now }) =>
      toast(say('{title} is for projects: {said}.', { title, said: said(now) })),
  })
  const save = useMutation({
    ...act.setAbilityProjects(id),
    onSuccess: ({ project_scopes: now }) => {
      onClose()
      if (said(now) === said(before)) return
      offerUndo(say('{title} is for projects: {said}.', { title, said: said(now) }), () =>
        restore({ project_scopes: [...before], keep: chosen }),
      )
    },
  })
  const toggle = (project: string): void =>
    setScopes(
      scopes.includes(project) ? scopes.filter((scope) => scope !== project) : [...scopes, project],
    )
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    save.mutate({ project_scopes: [...scopes], keep: true })
  }
  return (
    <form className={css.policy} onSubmit={submit}>
      <Field label={say('Projects')} hint={say('Their names or folders. None: every project.')}>
        {(ids) => (
          <TagInput
            {...ids}
            label={say('Projects')}
            placeholder={say('Add a name or a folder')}
            values={scopes}
            onChange={setScopes}
          />
        )}
      </Field>
      {known.length > 0 && (
        <FieldGroup label={say('From Settings')}>
          <div className={css.actions}>
            {known.map((project) => (
              <ToggleChip
                key={project}
                on={scopes.includes(project)}
                onToggle={() => toggle(project)}
              >
                {project}
              </ToggleChip>
            ))}
          </div>
        </FieldGroup>
      )}
      <FormFooter action={say('Save')} busy={save.isPending} onCancel={onClose} />
    </form>
  )
}
