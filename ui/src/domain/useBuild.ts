// From a stopped demonstration to a tested draft: generate, and when nothing is left to ask, test and show it.

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { api, ask } from '../backend/client'
import { keys } from '../backend/keys'
import * as act from '../backend/mutations'

/** Runs all tests that need no person. A draft that fails them is still worth reviewing, so failures are told there. */
export const testDraft = (proposalId: string): Promise<unknown> =>
  ask(api.POST('/api/learn/proposals/{proposalId}/validate', { params: { path: { proposalId } }, body: { selected_tests: [] } }))

export function useBuild(sessionId: string): { build(): void; building: boolean } {
  const navigate = useNavigate()
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    ...act.generateProposal(sessionId),
    onSuccess: async ({ session, proposal_id: proposalId }) => {
      if (session.state === 'awaiting_questions') return navigate({ to: '/learn/active' })
      if (session.state === 'drafting_proposal') await testDraft(proposalId).catch(() => undefined)
      await client.invalidateQueries({ queryKey: keys.anyProposal })
      return navigate({ to: '/learn/pending/$proposalId', params: { proposalId } })
    },
  })
  const build = useCallback(() => mutate(), [mutate])
  return { build, building: isPending }
}
