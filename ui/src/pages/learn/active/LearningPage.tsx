import { useNavigate } from '@tanstack/react-router'
import { Radio } from 'lucide-react'
import { Button } from '#ui/components/Button'
import { EmptyState } from '#ui/components/EmptyState'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Page } from '#ui/components/Page'
import { Skeleton } from '#ui/components/Skeleton'
import { useCurrentSession } from '#ui/domain/currentSession'
import { holdsSlot } from '#ui/domain/sessionStates'
import { say } from '#ui/lib/say'
import { PracticeView } from './practice/PracticeView'
import { SessionView } from './SessionView'

/** The current session: what was recorded, what is asked, what comes next. */
export function LearningPage() {
  const { detail, loading, error, retry } = useCurrentSession()
  if (detail?.session.practice && holdsSlot(detail.session.state) && !detail.rehearsal?.running)
    return <PracticeView key={detail.session.learn_session_id} detail={detail} />
  if (detail && (holdsSlot(detail.session.state) || detail.rehearsal?.running))
    return <SessionView key={detail.session.learn_session_id} detail={detail} />
  return (
    <Page label={say('Active Capability Learning')}>
      {error ? <ErrorNote error={error} onRetry={retry} /> : loading ? <Skeleton /> : <NoSession />}
    </Page>
  )
}

function NoSession() {
  const navigate = useNavigate()
  return (
    <EmptyState
      icon={<Radio />}
      title={say('Nothing is being learned')}
      action={
        <Button look="primary" onClick={() => void navigate({ to: '/learn/new' })}>
          {say('Demonstrate a skill')}
        </Button>
      }
    >
      <p>
        {say(`While you demonstrate, every action appears here as a timeline: what you did, what it
          changed, and what was masked.`)}
      </p>
    </EmptyState>
  )
}
