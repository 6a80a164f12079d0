// The recording of a session is deleted a week after its end, unless it is kept (§0C.16D).

import { useMutation, useQuery } from '@tanstack/react-query'
import { toast } from 'sonner'
import { retainSession } from '#ui/backend/mutations'
import { sessions } from '#ui/backend/queries'
import type { SessionRow } from '#ui/backend/types'
import type { MenuItem } from '#ui/components/Menu'
import { offerUndo } from '#ui/lib/undo'
import { say } from '#ui/lib/say'
import { isManualEdit } from './sessionStates'

/** The menu entries for the recording of a session. Empty when nothing is recorded. */
export function useRetainRecording(): (sessionId: string) => MenuItem[] {
  const all = useQuery(sessions()).data?.sessions
  const { mutate } = useMutation({
    ...retainSession(),
    onSuccess: (_, { id, retain, undone }) => {
      const says = retain
        ? say('The recording is kept until you delete it.')
        : say('The recording is deleted seven days after the session ends.')
      if (undone) toast(says)
      else offerUndo(says, () => mutate({ id, retain: !retain, undone: true }))
    },
  })
  const entryOf = (session: SessionRow): MenuItem => {
    const retain = session.retain !== true
    return {
      label: retain ? say('Keep the recording') : say('Stop keeping the recording'),
      onSelect: () => mutate({ id: session.learn_session_id, retain }),
    }
  }
  return (sessionId) => {
    const session = all?.find((known) => known.learn_session_id === sessionId)
    return session?.actions.includes('retain') && !isManualEdit(session) ? [entryOf(session)] : []
  }
}
