import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as read from '#ui/backend/queries'
import type { AgentPractice, SessionDetail } from '#ui/backend/types'
import { toBackendError } from '#ui/backend/errors'
import { ErrorNote } from '#ui/components/ErrorNote'
import { MessageText } from '#ui/components/MessageText'
import { Page } from '#ui/components/Page'
import { Skeleton } from '#ui/components/Skeleton'
import { Verdict } from '#ui/domain/agentRuns/Verdict'
import { practiceWord } from '#ui/domain/agentRuns/practiceWords'
import { Questions } from '#ui/pages/learn/active/Questions'
import { SessionHead } from '#ui/pages/learn/active/SessionHead'
import view from '#ui/pages/learn/active/SessionView.module.css'
import page from '#ui/pages/learn/DetailPage.module.css'
import { say } from '#ui/lib/say'
import { PracticeSide } from './PracticeSide'
import { PracticeTryDetail } from './PracticeTryDetail'
import { TryList } from './TryList'

/** An agent practises: its tries as they happen, what was read of each, and how it ended. */
export function PracticeView({ detail }: { detail: SessionDetail }) {
  const { session } = detail
  return (
    <div className={view.view}>
      <SessionHead detail={detail} />
      {session.state === 'awaiting_questions' && session.proposal_id && (
        <div className={view.questions}>
          <Questions sessionId={session.learn_session_id} proposalId={session.proposal_id} />
        </div>
      )}
      <Page label={say('Practice')}>
        <Practice detail={detail} />
      </Page>
    </div>
  )
}

function Practice({ detail: { session } }: { detail: SessionDetail }) {
  const [chosen, setChosen] = useState<number>()
  const query = useQuery(read.agentPractice(session.learn_session_id, chosen))
  // While another try is fetched, what is known of it is shown without its transcript.
  const last = useQuery(read.agentPractice(session.learn_session_id)).data
  const practice = query.data ?? last
  if (!practice) {
    if (query.error && toBackendError(query.error).code === 'NOT_FOUND')
      return (
        <p className="muted">{say('No try was made yet. Start it, and its tries appear here.')}</p>
      )
    if (query.error) return <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
    return <Skeleton rows={5} />
  }
  const shown = practice.tries.find(({ number }) => number === chosen) ?? practice.tries.at(-1)
  return (
    <div className={page.columns}>
      <div className={page.main}>
        {query.error && <ErrorNote error={query.error} />}
        <Outcome practice={practice} />
        <TryList practice={practice} chosen={shown?.number} onChoose={setChosen} />
        {shown && (
          <PracticeTryDetail key={shown.number} one={shown} said={practice.message ?? undefined} />
        )}
      </div>
      <PracticeSide practice={practice} one={shown} />
    </div>
  )
}

/** How it ended, and what to do. */
function Outcome({ practice }: { practice: AgentPractice }) {
  const { agent_label, message, outcome, tries } = practice
  const { word, tone } = practiceWord(practice)
  if (!outcome)
    return (
      <p role="status">
        <b>{say('{agentLabel} practises.', { agentLabel: agent_label })}</b>{' '}
        {tries.length > 0 ? `${word}.` : say('The first try begins.')}
      </p>
    )
  return (
    <Verdict label={say('Outcome')} tone={tone} title={word}>
      {message && (
        <p>
          <MessageText text={message} />
        </p>
      )}
    </Verdict>
  )
}
