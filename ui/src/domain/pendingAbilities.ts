// Pending abilities (§0B.7): everything that is not yet accepted into Skills. The engine decides which
// sessions belong to it. The page and the counts use the same list.

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ImportRecord } from '#ui/backend/importTypes'
import { imports } from '#ui/backend/imports'
import { candidates, proposals, sessions } from '#ui/backend/queries'
import type { PendingState, ProposalRow, SessionRow } from '#ui/backend/types'
import { PENDING_STATE } from './imports/importStates'

export type Pending = { state: PendingState } & (
  { session: SessionRow; proposal: ProposalRow | undefined } | { record: ImportRecord }
)

function pendingSessions(
  sessions: readonly SessionRow[],
  proposals: readonly ProposalRow[],
): Pending[] {
  const byId = new Map(proposals.map((proposal) => [proposal.proposal_id, proposal]))
  return sessions.flatMap((session): Pending[] => {
    const state = session.pending_ui_state
    return state ? [{ state, session, proposal: byId.get(session.proposal_id ?? '') }] : []
  })
}

/** Imports that wait for a decision. */
const pendingImport = (record: ImportRecord): Pending[] => {
  const state = PENDING_STATE[record.stage_state]
  return state ? [{ state, record }] : []
}

/** The list, and the queries that it needs. */
export function usePending() {
  const learned = useQuery(sessions())
  const drafts = useQuery(proposals())
  const imported = useQuery(imports()).data?.items
  const pending = useMemo(
    () => [
      ...pendingSessions(learned.data?.sessions ?? [], drafts.data?.proposals ?? []),
      ...(imported ?? []).flatMap(pendingImport),
    ],
    [learned.data, drafts.data, imported],
  )
  return { pending, needed: [learned, drafts] as const }
}

/** Repeated tasks that the person did not dismiss. A page without them still shows the rest. */
export function useCandidates() {
  const all = useQuery(candidates()).data?.candidates
  return useMemo(() => (all ?? []).filter(({ state }) => state !== 'dismissed'), [all])
}

/** What waits for the person: also repeated tasks of which a draft can be built. */
export const usePendingCount = (): number =>
  usePending().pending.length + useCandidates().filter(({ state }) => state !== 'collecting').length
