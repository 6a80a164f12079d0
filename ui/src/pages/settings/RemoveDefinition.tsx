import { useMutation } from '@tanstack/react-query'
import { toast } from 'sonner'
import * as act from '#ui/backend/mutations'
import { ConfirmDialog } from '#ui/components/Dialog'
import { ErrorNote } from '#ui/components/ErrorNote'
import { offerUndo } from '#ui/lib/undo'
import { type Copy, type Definition, stateOf } from './definitionCopies'
import list from '#ui/domain/AgentTargets.module.css'
import { say } from '#ui/lib/say'

interface RemoveProps {
  copy: Copy
  /** The definition that counts for its name. */
  source: Definition | undefined
  /** The name of the agent. */
  label: string
  onClose(): void
}

/** Removes the copy of a definition from the folder of an agent, after saying which file is deleted. */
export function RemoveDefinition({ copy, source, label, onClose }: RemoveProps) {
  const { name, agent_id: agentId, file } = copy
  const remove = useMutation(act.uninstallDefinition({ quiet: true }))
  const { mutate: putBack } = useMutation(act.putDefinitionBack())
  const gone = copy.state === 'missing'
  const done = (): void => {
    const says = say('{name} is removed from {label}.', { name, label })
    // Only the same file can come back.
    if (stateOf(copy, source).tone === 'ok')
      offerUndo(says, () => putBack({ agentId, name, source: copy.source_fingerprint }))
    else toast.success(says)
    onClose()
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={say('Remove {name} from {label}?', { name, label })}
      description={gone ? GONE : source ? DELETED : LAST}
      action={say('Remove')}
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ agentId, name }, { onSuccess: done })}
    >
      <code className={list.path}>{file}</code>
      {remove.error && <ErrorNote error={remove.error} />}
    </ConfirmDialog>
  )
}

const GONE = say('It is only taken off the list. Its file is gone already:')
const DELETED = say('The definition itself stays. This file is deleted:')
const LAST = say(
  'It cannot be installed again from here, because its definition is not here. This file is deleted:',
)
