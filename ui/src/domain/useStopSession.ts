// Stops a demonstration and does what the build policy says.

import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import * as act from '#ui/backend/mutations'
import { useBuildDraft } from './useBuildDraft'
import { useTakeExample } from './useExample'

export function useStopSession(sessionId: string): { stop(): void; stopping: boolean } {
  const navigate = useNavigate()
  const { build, building } = useBuildDraft(sessionId)
  const { take, taking } = useTakeExample(sessionId)
  // The callbacks belong to the mutation, because the banner that called it is unmounted as soon as
  // watching ends.
  const stopping = useMutation({
    ...act.stopSession(sessionId),
    onSuccess: ({ next_action }) => {
      void navigate({ to: '/learn/active' })
      if (next_action === 'generate_proposal') build()
      if (next_action === 'use_example') take()
    },
  })
  const { mutate } = stopping
  const stop = useCallback(() => mutate(), [mutate])
  return { stop, stopping: stopping.isPending || building || taking }
}
