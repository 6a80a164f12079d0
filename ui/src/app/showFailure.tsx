import { toast } from 'sonner'
import type { BackendError } from '#ui/backend/errors'
import { adviceFor } from '#ui/components/ErrorNote'
import { Prose } from '#ui/components/Prose'

/** A change that failed: what happened, what is safe, what to do. */
export function showFailure(error: BackendError): void {
  const advice = adviceFor(error)
  toast.error(<Prose text={error.message} />, { description: advice && <Prose text={advice} /> })
}
