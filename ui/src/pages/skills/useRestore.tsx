import { useMutation } from '@tanstack/react-query'
import { toast } from 'sonner'
import * as act from '#ui/backend/mutations'
import { forgetProgress, useProgress } from '#ui/backend/progress'
import type { Schemas } from '#ui/backend/types'
import { say } from '#ui/lib/say'
import { countSkills, resultMessage } from './skillActions'

type Result = Schemas['SkillResult']

/**
 * Restores removed skills. The results are shown even when the page is closed by then. `onRefused`
 * handles refusals.
 */
export function useRestore(onRefused: (refused: readonly Result[]) => void = showRefusal) {
  const { mutate, ...restore } = useMutation({
    ...act.restoreSkills(),
    onMutate: ({ undo, operation_id: operation }) => {
      if (undo.length === 1) return
      const onClick = (): void => void act.cancelSkillBatch(operation).catch(() => undefined)
      toast.loading(<RestoreProgress operation={operation} total={undo.length} />, {
        id: operation,
        duration: Number.POSITIVE_INFINITY,
        action: { label: say('Cancel'), onClick },
      })
    },
    onSuccess: ({ results }) => {
      const back = results.filter(({ ok }) => ok)
      if (back.length > 0)
        toast(
          say(
            '{count, plural, =1 {{name} is back.} other {# skills are back.}}',
            countSkills(back),
          ),
        )
      // A code with `ok` means that not everything could be restored.
      for (const { message } of back.filter(({ code }) => code))
        toast.warning(message, { duration: 20_000 })
      const refused = results.filter(({ ok }) => !ok)
      if (refused.length > 0) onRefused(refused)
    },
    onSettled: (_answer, _error, { operation_id: operation }) => {
      toast.dismiss(operation)
      forgetProgress(operation)
    },
  })
  return {
    ...restore,
    restore: (undo: string[]) => mutate({ undo, operation_id: crypto.randomUUID() }),
  }
}

function showRefusal(refused: readonly Result[]): void {
  const [first] = refused
  if (first)
    toast.error(
      say(
        `{count, plural, =1 {{name} could not be restored. {reason}}
        other {# skills could not be restored. {reason}}}`,
        { ...countSkills(refused), reason: resultMessage(first) },
      ),
      {
        duration: 20_000,
      },
    )
}

function RestoreProgress({ operation, total }: { operation: string; total: number }) {
  const progress = useProgress(operation)
  return (
    <span className="num">
      {say('Restoring: {done} of {total}', { done: progress?.done ?? 0, total })}
    </span>
  )
}
