import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import * as act from '#ui/backend/mutations'
import * as read from '#ui/backend/queries'
import type { Schemas } from '#ui/backend/types'
import { Button } from '#ui/components/Button'
import { Dialog } from '#ui/components/Dialog'
import { Diff } from '#ui/components/Diff'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Segmented } from '#ui/components/Segmented'
import { Skeleton } from '#ui/components/Skeleton'
import { offerUndo } from '#ui/lib/undo'
import { DefinitionFindings } from './DefinitionFindings'
import css from './Definitions.module.css'
import { type Agent, type Definition, choicesFor } from './definitionCopies'
import list from '#ui/domain/AgentTargets.module.css'
import { say } from '#ui/lib/say'

interface InstallProps {
  definition: Definition
  /** The agent whose copy is brought up to date. Absent: the person chooses one. */
  agent?: string
  agents: readonly Agent[]
  /** The agents that have a copy. */
  has: readonly string[]
  onClose(): void
}

/** Shows what a definition is in the format of an agent, and writes exactly that. */
export function InstallDefinition({ definition, agent, agents, has, onClose }: InstallProps) {
  const { name } = definition
  const choices = choicesFor(agents, definition)
  const [chosen, setChosen] = useState(
    agent ??
      choices.find(({ id, detected }) => detected && !has.includes(id))?.id ??
      choices[0]?.id ??
      '',
  )
  const { label, detected } = choices.find(({ id }) => id === chosen) ?? { label: chosen }
  const preview = useQuery(read.definitionPreview(chosen, name))
  const install = useMutation(act.installDefinition(chosen))
  const { mutate: takeBack } = useMutation(act.uninstallDefinition())
  const plan = preview.error ? undefined : preview.data
  const verb = agent ? say('Update') : say('Install')
  const done = (created: boolean): void => {
    const says = say('{name} is in {label}.', { name, label })
    const description = say('{label} reads it when it starts again.', { label })
    // What was there before cannot come back.
    if (created) offerUndo(says, () => takeBack({ agentId: chosen, name }), { description })
    else toast.success(says, { description })
    onClose()
  }
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={
        agent
          ? say('Update {name} in {label}', { name, label })
          : say('Install {name} into an agent', { name })
      }
      description={
        agent
          ? say('Only the text below is written.')
          : say('The agent then offers it automatically. Only the text below is written.')
      }
    >
      <div className={css.dialog}>
        {!agent && (
          <Segmented
            label={say('Agent')}
            value={chosen}
            choices={choices.map(({ id: value, label }) => ({ value, label }))}
            onChange={(next) => {
              install.reset()
              setChosen(next)
            }}
          />
        )}
        {!detected && (
          <p className="muted">
            {say('{label} was not found. It reads the file once it is installed.', { label })}
          </p>
        )}
        {plan ? (
          <Plan plan={plan} label={label} />
        ) : preview.error ? (
          <ErrorNote error={preview.error} onRetry={() => void preview.refetch()} />
        ) : (
          <Skeleton rows={6} />
        )}
        {install.error && (
          <ErrorNote
            error={install.error}
            onRetry={() => void preview.refetch().then(() => install.reset())}
          />
        )}
        <footer>
          <Button look="ghost" onClick={onClose}>
            {say('Cancel')}
          </Button>
          <Button
            look="primary"
            busy={install.isPending}
            disabled={!plan?.installable || !plan.diff || install.isError}
            onClick={() =>
              plan &&
              install.mutate(
                { name, digest: plan.digest },
                { onSuccess: () => done(plan.creates_file) },
              )
            }
          >
            {verb}
          </Button>
        </footer>
      </div>
    </Dialog>
  )
}

/** Which file is written, and what the format of the agent cannot hold. */
function Plan({ plan, label }: { plan: Schemas['AgentDefinitionPreview']; label: string }) {
  const { file, diff, creates_file: creates, findings, installable } = plan
  const says = !installable
    ? say('It cannot be written for {label}:', { label })
    : !diff
      ? say('Nothing needs to be changed in this file:')
      : creates
        ? say('This file will be created:')
        : say('Only this changes in the file:')
  return (
    <>
      <div className={css.file}>
        <p className="muted">{says}</p>
        {installable && <code className={list.path}>{file}</code>}
      </div>
      <DefinitionFindings findings={findings} />
      {installable && diff && <Diff text={diff} label={say('Change to {file}', { file })} />}
    </>
  )
}
