import { useNavigate, useRouter } from '@tanstack/react-router'
import { CircleSlash, TriangleAlert } from 'lucide-react'
import { toBackendError } from '#ui/backend/errors'
import { Button } from '#ui/components/Button'
import { EmptyState } from '#ui/components/EmptyState'
import { say } from '#ui/lib/say'

export function NotFoundPage() {
  const navigate = useNavigate()
  return (
    <EmptyState
      icon={<CircleSlash />}
      title={say('Page not found')}
      heading="h1"
      action={
        <Button look="primary" onClick={() => void navigate({ to: '/learn/new' })}>
          {say('Go to Learn')}
        </Button>
      }
    >
      <p>{say('No page has this address. Nothing is lost.')}</p>
    </EmptyState>
  )
}

/**
 * Shown instead of a page that threw an error while it rendered. The rest of the window still
 * works.
 */
export function ErrorPage({ error }: { error: unknown }) {
  const router = useRouter()
  return (
    <EmptyState
      icon={<TriangleAlert />}
      title={say('This page could not be shown')}
      heading="h1"
      action={
        <Button look="primary" onClick={() => void router.invalidate()}>
          {say('Try again')}
        </Button>
      }
    >
      <p>{toBackendError(error).message}</p>
      <p>{say('Your sessions, drafts and skills are safe in the engine.')}</p>
    </EmptyState>
  )
}
