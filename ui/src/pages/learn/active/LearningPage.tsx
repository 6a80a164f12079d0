import { useNavigate } from '@tanstack/react-router'
import { Radio } from 'lucide-react'
import { Button } from '../../../components/Button'
import { Empty } from '../../../components/Empty'
import { Skeleton } from '../../../components/Skeleton'
import { useCurrentDetail, useSlotSession } from '../../../domain/current'
import { holdsSlot } from '../../../domain/states'
import { SessionView } from './SessionView'

/** The session in flight: what was recorded, what is asked, what comes next. */
export function LearningPage() {
  const navigate = useNavigate()
  const slot = useSlotSession()
  const detail = useCurrentDetail()
  if (detail && (holdsSlot(detail.session.state) || detail.rehearsal?.running)) return <SessionView key={detail.session.learn_session_id} detail={detail} />
  if (slot) return <Skeleton />
  return (
    <Empty
      icon={<Radio />}
      title="Nothing is being learned"
      action={
        <Button look="primary" onClick={() => void navigate({ to: '/learn/new' })}>
          Demonstrate a skill
        </Button>
      }
    >
      <p>While you demonstrate, every action appears here as a timeline: what you did, what it changed, and what was masked.</p>
    </Empty>
  )
}
