// Builds the draft of a stopped demonstration. The engine then tests it and does what the build
// policy allows.

import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import * as act from '#ui/backend/mutations'

export function useBuildDraft(sessionId: string): { build(): void; building: boolean } {
  const navigate = useNavigate()
  const { mutate, isPending } = useMutation({
    ...act.generateProposal(sessionId),
    onSuccess: ({ session, proposal_id: proposalId }) => {
      if (session.state === 'awaiting_questions') void navigate({ to: '/learn/active' })
      else void navigate({ to: '/learn/pending/$proposalId', params: { proposalId } })
    },
  })
  const build = useCallback(() => mutate(), [mutate])
  return { build, building: isPending }
}
