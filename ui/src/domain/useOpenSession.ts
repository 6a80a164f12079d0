// Where a session is at home: its draft once there is one to read, else the timeline.

import { useNavigate } from '@tanstack/react-router'
import type { LearnSession } from '#ui/backend/types'

type Known = Pick<LearnSession, 'proposal_id' | 'state'>

/**
 * The draft that stands for this session; while questions are open the timeline does, because they
 * are asked there.
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
