import { useNavigate } from '@tanstack/react-router'
import { toBackendError } from '#ui/backend/errors'
import { Button } from '#ui/components/Button'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Page } from '#ui/components/Page'
import { Skeleton } from '#ui/components/Skeleton'
import { say } from '#ui/lib/say'

/** The page of one thing until it is loaded. `gone`: the code that says that it no longer exists. */
export function LoadingPage({
  label,
  error,
  gone,
  onRetry,
}: {
  label: string
  error: Error | null
  gone: string
  onRetry(): void
}) {
  return (
    <Page label={label}>
      {error ? <LoadError error={error} gone={gone} onRetry={onRetry} /> : <Skeleton rows={10} />}
    </Page>
  )
}

/** Offers a way back instead of a retry when the thing no longer exists. */
function LoadError({ error, gone, onRetry }: { error: Error; gone: string; onRetry(): void }) {
  const navigate = useNavigate()
  return (
    <ErrorNote
      error={error}
      onRetry={onRetry}
      action={
        toBackendError(error).code === gone && (
          <Button onClick={() => void navigate({ to: '/learn/pending' })}>
            {say('Show Pending Abilities')}
          </Button>
        )
      }
    />
  )
}
