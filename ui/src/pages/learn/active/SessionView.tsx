import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as read from '#ui/backend/queries'
import type { ObservedAction, SessionDetail } from '#ui/backend/types'
import { isCapturing } from '#ui/domain/sessionStates'
import { ActionDrawer } from './ActionDrawer'
import { LiveDraft } from './LiveDraft'
import { Questions } from './Questions'
import { RehearsalDrawer } from '#ui/pages/learn/review/RehearsalDrawer'
import { SessionHead } from './SessionHead'
import css from './SessionView.module.css'
import { TerminalDock } from './TerminalDock'
import { Timeline } from './Timeline'
import { TimelineFoot } from './TimelineFoot'

export function SessionView({ detail }: { detail: SessionDetail }) {
  const { session } = detail
  const id = session.learn_session_id
  const [opened, setOpened] = useState<ObservedAction>()
  const actions = useQuery(read.observedActions(id))
  const rehearsing = detail.rehearsal?.running ?? false
  const withTerminal =
    session.watch.includes('terminal') && (isCapturing(session.state) || rehearsing)
  const questions = session.state === 'awaiting_questions' && session.proposal_id
  return (
    <div className={css.view} data-terminal={withTerminal || undefined}>
      <SessionHead detail={detail} />
      {questions && (
        <div className={css.questions}>
          <Questions sessionId={id} proposalId={session.proposal_id ?? ''} />
        </div>
      )}
      {isCapturing(session.state) && (
        <LiveDraft sessionId={id} actions={actions.data?.actions ?? []} onOpen={setOpened} />
      )}
      <Timeline detail={detail} query={actions} openedId={opened?.event_id} onOpen={setOpened} />
      <TimelineFoot detail={detail} actions={actions.data?.actions ?? []} />
      {withTerminal && (
        <TerminalDock
          ownerId={rehearsing ? (detail.rehearsal?.validation_run_id ?? id) : id}
          sessionId={id}
        />
      )}
      {opened && <ActionDrawer action={opened} onClose={() => setOpened(undefined)} />}
      {!opened && rehearsing && detail.rehearsal && <RehearsalDrawer status={detail.rehearsal} />}
    </div>
  )
}
