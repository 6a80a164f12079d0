// *Use as Example*: shows the task of a draft or an ability once more, and takes the showing into it.

import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { toast } from 'sonner'
import * as act from '#ui/backend/mutations'
import { toBackendError } from '#ui/backend/errors'
import { say } from '#ui/lib/say'

export const USE_AS_EXAMPLE = say('Use as Example')

/** Starts a further showing of a draft (its id) or an installed ability (its id). */
export function useShowExample(): { show(of: string): void; starting: boolean } {
  const navigate = useNavigate()
  const { mutate, isPending } = useMutation({
    ...act.demonstrate(),
    onSuccess: () => void navigate({ to: '/learn/active' }),
    onError: (thrown) => void toast.error(toBackendError(thrown).message),
  })
  const show = useCallback(
    (of: string) => mutate({ entry_mode: 'demonstrating_skill', example_of: of }),
    [mutate],
  )
  return { show, starting: isPending }
}

/** Compares a stopped showing with the first one, and opens the draft that was made with it. */
export function useTakeExample(sessionId: string): {
  take(): void
  taking: boolean
  refused: Error | null
} {
  const navigate = useNavigate()
  const { mutate, isPending, error } = useMutation({
    ...act.useExample(sessionId),
    // With several callers the state is shared, so that the page shows a refusal that followed a stop.
    mutationKey: ['use example', sessionId],
    onSuccess: ({ proposal_id: proposalId, settled }) => {
      toast.success(
        settled.length > 0
          ? say('The draft has this showing now.')
          : say('Both showings say the same.'),
      )
      void navigate({ to: '/learn/pending/$proposalId', params: { proposalId } })
    },
  })
  const take = useCallback(() => mutate(), [mutate])
  return { take, taking: isPending, refused: error }
}
