// Opens a session: its draft if there is one to read, otherwise the timeline.

import { useNavigate } from '@tanstack/react-router'
import type { LearnSession } from '#ui/backend/types'

type Known = Pick<LearnSession, 'proposal_id' | 'state'>

/**
 * The draft to open for a session. While questions are open it is the timeline, where they are
 * asked.
 */
export const draftOf = (session: Known): string | undefined =>
  session.state === 'awaiting_questions' ? undefined : (session.proposal_id ?? undefined)

export function useOpenSession(): (session: Known) => void {
  const navigate = useNavigate()
  return (session) => {
    const proposalId = draftOf(session)
    void (proposalId
      ? navigate({ to: '/learn/pending/$proposalId', params: { proposalId } })
      : navigate({ to: '/learn/active' }))
  }
}
