import { toast } from 'sonner'
import type { BackendError } from '#ui/backend/errors'
import { adviceFor } from '#ui/components/ErrorNote'
import { MessageText } from '#ui/components/MessageText'

/** Shows a mutation that failed: what happened, what is safe, what to do. */
export function showErrorToast(error: BackendError): void {
  const advice = adviceFor(error)
  toast.error(<MessageText text={error.message} />, {
    description: advice && <MessageText text={advice} />,
  })
}
