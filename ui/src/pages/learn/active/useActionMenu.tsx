import { useMutation } from '@tanstack/react-query'
import { ScissorsLineDashed, Trash2, Undo2 } from 'lucide-react'
import { toast } from 'sonner'
import * as act from '../../../backend/mutations'
import type { ObservedAction, SessionDetail } from '../../../backend/types'
import type { MenuItem, MenuItems } from '../../../components/Menu'
import { trimOf } from '../../../domain/timeline'

const TRIMMABLE = new Set(['capturing', 'paused', 'stopped', 'reviewing'])

/** What can be done with a recorded action while no draft was made of it. */
export function useActionMenu(detail: SessionDetail, actions: readonly ObservedAction[]): (action: ObservedAction) => MenuItems {
  const id = detail.session.learn_session_id
  const trim = useMutation(act.trimSession(id))
  const remove = useMutation(act.deleteAction(id))
  const first = actions[0]
  const last = actions.at(-1)
  if (!TRIMMABLE.has(detail.session.state) || detail.session.proposal_id || !first || !last) return () => []

  const bounds = trimOf(actions, detail.boundaries)
  return (action) => {
    const items: Array<MenuItem | 'line'> = []
    if (action.seq > first.seq) items.push({ label: 'Trim before this', icon: <ScissorsLineDashed />, onSelect: () => trim.mutate({ trim_kind: 'trim_start', to_event_id: action.event_id }) })
    if (action.seq < last.seq) items.push({ label: 'Trim after this', icon: <ScissorsLineDashed />, onSelect: () => trim.mutate({ trim_kind: 'trim_end', to_event_id: action.event_id }) })
    if (bounds.first > first.seq) items.push({ label: 'Keep everything from the start', icon: <Undo2 />, onSelect: () => trim.mutate({ trim_kind: 'trim_start', to_event_id: first.event_id }) })
    if (bounds.last < last.seq) items.push({ label: 'Keep everything to the end', icon: <Undo2 />, onSelect: () => trim.mutate({ trim_kind: 'trim_end', to_event_id: last.event_id }) })
    if (items.length > 0) items.push('line')
    items.push({
      label: 'Delete this action',
      icon: <Trash2 />,
      danger: true,
      onSelect: () => remove.mutate(action.event_id, { onSuccess: () => toast('The action is deleted for good.') }),
    })
    return items
  }
}
