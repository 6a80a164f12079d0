import { useQuery } from '@tanstack/react-query'
import * as read from '#ui/backend/queries'
import type { ProposalDetail, SessionRow } from '#ui/backend/types'

/** The session that taught an ability, and its draft. `undefined`: it was not taught here. */
export function useTaught(
  abilityId: string,
): { session: SessionRow; detail: ProposalDetail | undefined } | undefined {
  const sessions = useQuery(read.sessions()).data?.sessions ?? []
  const session = sessions
    .filter((known) => known.ability_id === abilityId && known.proposal_id)
    .toSorted((a, b) => Date.parse(b.updated_at) - Date.parse(a.updated_at))[0]
  const id = session?.proposal_id ?? ''
  const detail = useQuery({ ...read.proposalDetail(id), enabled: id !== '' }).data
  return session && { session, detail }
}
