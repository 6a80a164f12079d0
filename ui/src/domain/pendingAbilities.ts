// Pending abilities (§0B.7): everything that is not yet accepted into Skills. The page and the
// counts use the same list.

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ImportRecord } from '#ui/backend/importTypes'
import { imports } from '#ui/backend/imports'
import { abilities, proposals, sessions } from '#ui/backend/queries'
import type { Ability, LearnSession, PendingState, Proposal } from '#ui/backend/types'
import { PENDING_STATE_OF } from './imports/importStates'
import { pendingState } from './sessionStates'

export type Pending = { state: PendingState } & (
  { session: LearnSession; proposal: Proposal | undefined } | { record: ImportRecord }
)

/** `installed` is undefined until it is loaded. */
function pendingSessions(
  sessions: readonly LearnSession[],
  proposals: readonly Proposal[],
  installed: readonly Ability[] | undefined,
): Pending[] {
  const byId = new Map(proposals.map((proposal) => [proposal.proposal_id, proposal]))
  const there = installed && new Set(installed.map((ability) => ability.ability_id))
  return sessions.flatMap((session): Pending[] => {
    const state = pendingState(session.state)
    if (!state) return []
    const proposal = byId.get(session.proposal_id ?? '')
    // A newer version of the ability is installed.
    if (proposal?.superseded_by) return []
    // The ability was removed.
    if (
      state === 'private_active' &&
      proposal?.ability_id &&
      there &&
      !there.has(proposal.ability_id)
    )
      return []
    return [{ state, session, proposal }]
  })
}

/** Imports that wait for a decision. */
const pendingImport = (record: ImportRecord): Pending[] => {
  const state = PENDING_STATE_OF[record.stage_state]
  return state ? [{ state, record }] : []
}

/** The list, and the queries that it needs. */
export function usePending() {
  const learned = useQuery(sessions())
  const drafts = useQuery(proposals())
  const imported = useQuery(imports()).data?.items
  const installed = useQuery(abilities()).data?.abilities
  const pending = useMemo(
    () => [
      ...pendingSessions(learned.data?.sessions ?? [], drafts.data?.proposals ?? [], installed),
      ...(imported ?? []).flatMap(pendingImport),
    ],
    [learned.data, drafts.data, installed, imported],
  )
  return { pending, needed: [learned, drafts] as const }
}

/**
 * The count is 0 until the proposals are loaded, because only they tell which drafts are
 * superseded.
 */
export function usePendingCount(): number {
  const { pending, needed } = usePending()
  return needed.every(({ data }) => data !== undefined) ? pending.length : 0
}
