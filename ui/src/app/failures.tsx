import { Link, useRouter } from '@tanstack/react-router'
import { CircleSlash, TriangleAlert } from 'lucide-react'
import { toBackendError } from '../backend/errors'
import { Button } from '../components/Button'
import { Empty } from '../components/Empty'

export function NotFound() {
  return (
    <Empty icon={<CircleSlash />} title="There is no such page" heading="h1" action={<Link to="/learn/new">Go to Learn</Link>}>
      The address does not lead anywhere. Nothing is lost.
    </Empty>
  )
}

/** A page that broke while drawing. The rest of the window still works. */
export function PageFailure({ error }: { error: unknown }) {
  const router = useRouter()
  return (
    <Empty icon={<TriangleAlert />} title="This page could not be shown" heading="h1" action={<Button onClick={() => void router.invalidate()}>Show it again</Button>}>
      <p>{toBackendError(error).message}</p>
      <p>Your sessions, drafts and skills are safe in the engine.</p>
    </Empty>
  )
}
