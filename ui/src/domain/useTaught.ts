import { useQuery } from '@tanstack/react-query'
import * as read from '#ui/backend/queries'
import type { ProposalDetail, SessionRow } from '#ui/backend/types'

export interface Taught {
  session: SessionRow
  detail: ProposalDetail | undefined
}

/** The session that taught an ability, and its draft. `undefined`: it was not taught here. */
export const useTaught = (abilityId: string): Taught | undefined => useTaughtQuery(abilityId).taught

/** The same, and whether it is still being read. */
export function useTaughtQuery(abilityId: string): {
  taught: Taught | undefined
  isLoading: boolean
} {
  const sessions = useQuery(read.sessions())
  const session = sessions.data?.sessions
    .filter((known) => known.ability_id === abilityId && known.proposal_id)
    .toSorted((a, b) => Date.parse(b.updated_at) - Date.parse(a.updated_at))[0]
  const id = session?.proposal_id ?? ''
  const detail = useQuery({ ...read.proposalDetail(id), enabled: id !== '' })
  return {
    taught: session && { session, detail: detail.data },
    isLoading: sessions.isLoading || detail.isLoading,
  }
}
