import { useMutation } from '@tanstack/react-query'
import { ScissorsLineDashed, Trash2, Undo2 } from 'lucide-react'
import { useCallback, useEffect, useRef } from 'react'
import { toast } from 'sonner'
import * as act from '#ui/backend/mutations'
import type { ObservedAction, SessionDetail } from '#ui/backend/types'
import type { MenuItem, MenuItems } from '#ui/components/Menu'
import { trimOf } from '#ui/domain/timeline'
import { say } from '#ui/lib/say'

/**
 * The menu of a recorded action; `undefined` once a draft was made. The function is stable, so that
 * memoised rows do not render again when actions arrive.
 */
export function useActionMenu(
  detail: SessionDetail,
  actions: readonly ObservedAction[],
): ((action: ObservedAction) => MenuItems) | undefined {
  const id = detail.session.learn_session_id
  const trim = useMutation(act.trimSession(id))
  const remove = useMutation(act.deleteAction(id))
  const now = useRef({ detail, actions })
  useEffect(() => {
    now.current = { detail, actions }
  })
  const { mutate: trimTo } = trim
  const { mutate: deleteIt } = remove
  const menuOf = useCallback(
    (action: ObservedAction): MenuItems => {
      const { detail, actions } = now.current
      const [first, last] = [actions[0] ?? action, actions.at(-1) ?? action]
      const bounds = trimOf(actions, detail.boundaries)
      const trims: MenuItem[] = []
      if (action.seq > first.seq)
        trims.push({
          label: say('Trim before this'),
          icon: <ScissorsLineDashed />,
          onSelect: () => trimTo({ trim_kind: 'trim_start', to_event_id: action.event_id }),
        })
      if (action.seq < last.seq)
        trims.push({
          label: say('Trim after this'),
          icon: <ScissorsLineDashed />,
          onSelect: () => trimTo({ trim_kind: 'trim_end', to_event_id: action.event_id }),
        })
      if (bounds.first > first.seq)
        trims.push({
          label: say('Keep everything from the start'),
          icon: <Undo2 />,
          onSelect: () => trimTo({ trim_kind: 'trim_start', to_event_id: first.event_id }),
        })
      if (bounds.last < last.seq)
        trims.push({
          label: say('Keep everything to the end'),
          icon: <Undo2 />,
          onSelect: () => trimTo({ trim_kind: 'trim_end', to_event_id: last.event_id }),
        })
      const remove: MenuItem = {
        label: say('Delete this action'),
        icon: <Trash2 />,
        danger: true,
        onSelect: () =>
          deleteIt(action.event_id, {
            onSuccess: () => toast(say('The action was deleted permanently.')),
          }),
      }
      return trims.length > 0 ? [...trims, 'line', remove] : [remove]
    },
    [trimTo, deleteIt],
  )
  // The engine allows both or neither.
  return detail.actions.includes('trim') ? menuOf : undefined
}
