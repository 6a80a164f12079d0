import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import * as act from '#ui/backend/mutations'
import { useOpenSession } from '#ui/domain/useOpenSession'

/** A watched session opens its timeline; what is edited or typed opens the draft. */
export function useStart() {
  const navigate = useNavigate()
  const open = useOpenSession()
  const watched = useMutation({
    ...act.demonstrate(),
    onSuccess: () => navigate({ to: '/learn/active' }),
  })
  const edited = useMutation({
    ...act.startDraft(),
    onSuccess: ({ session, proposal_id }) => open({ ...session, proposal_id }),
  })
  return {
    start: (request: Parameters<typeof watched.mutate>[0]) =>
      request.observation_mode === 'none'
        ? (watched.reset(), edited.mutate(request))
        : (edited.reset(), watched.mutate(request)),
    busy: watched.isPending || edited.isPending,
    error: watched.error ?? edited.error,
    reset: () => (watched.reset(), edited.reset()),
  }
}
