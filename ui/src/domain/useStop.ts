// Ends a demonstration and does what the build policy says comes next.

import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import * as act from '../backend/mutations'
import { useBuild } from './useBuild'

export function useStop(sessionId: string): { stop(): void; stopping: boolean } {
  const navigate = useNavigate()
  const { build, building } = useBuild(sessionId)
  const stopping = useMutation(act.stopSession(sessionId))
  const { mutate } = stopping
  const stop = useCallback(
    () =>
      mutate(undefined, {
        onSuccess: ({ next_action }) => {
          void navigate({ to: '/learn/active' })
          if (next_action === 'generate_proposal') build()
        },
      }),
    [mutate, navigate, build],
  )
  return { stop, stopping: stopping.isPending || building }
}
