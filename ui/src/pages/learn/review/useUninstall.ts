import { useMutation } from '@tanstack/react-query'
import { toast } from 'sonner'
import * as act from '#ui/backend/mutations'
import { offerUndo } from '#ui/lib/undo'
import { say } from '#ui/lib/say'

/** Uninstalls an ability, and offers to take that back. */
export function useUninstall(title: string, onDone?: () => void) {
  const restore = useMutation({
    ...act.restoreSkills(),
    onSuccess: ({ results }) => {
      const [result] = results
      if (result)
        (result.ok ? toast.success : toast.error)(
          result.ok ? say('{title} is back.', { title }) : result.message,
        )
    },
  })
  const remove = useMutation({
    ...act.batchSkills('remove'),
    onSuccess: ({ results }) => {
      onDone?.()
      const failed = results.find(({ ok }) => !ok)
      if (failed) return void toast.error(failed.message)
      const undo = results.flatMap((result) => result.undo ?? [])
      const says = say('{title} is uninstalled.', { title })
      if (undo.length > 0)
        offerUndo(says, () => restore.mutate({ undo, operation_id: crypto.randomUUID() }))
      else toast(says)
    },
    onError: (error) => toast.error(error.message),
  })
  return {
    busy: remove.isPending,
    uninstall: (abilityId: string) =>
      remove.mutate({ paths: [abilityId], apply: true, force: true }),
  }
}
