import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ChevronRight, Inbox } from 'lucide-react'
import { useMemo } from 'react'
import * as read from '../../../backend/queries'
import type { LearnSession, PendingState, Proposal } from '../../../backend/types'
import { Badge } from '../../../components/Badge'
import { Button } from '../../../components/Button'
import { Empty } from '../../../components/Empty'
import { ErrorNote } from '../../../components/ErrorNote'
import { type MenuItems, RightClickMenu } from '../../../components/Menu'
import { Page } from '../../../components/Page'
import { Skeleton } from '../../../components/Skeleton'
import table from '../../../components/Table.module.css'
import { Ago } from '../../../components/Time'
import { VirtualList } from '../../../components/VirtualList'
import { copyText } from '../../../components/copyText'
import { LANE, PENDING, pendingState, sourcesOf, titleOf } from '../../../domain/states'
import { useOpenSession } from '../../../domain/useOpenSession'
import css from './PendingPage.module.css'

interface Row {
  session: LearnSession
  proposal: Proposal | undefined
  state: PendingState
}

/** Everything that is not yet accepted into Skills (§0B.7). */
export function PendingPage() {
  const navigate = useNavigate()
  const sessions = useQuery(read.sessions())
  const proposals = useQuery(read.proposals())
  const rows = useMemo(() => rowsOf(sessions.data?.sessions ?? [], proposals.data?.proposals ?? []), [sessions.data, proposals.data])
  const failed = [sessions, proposals].find((query) => query.error && !query.data)
  if (failed) {
    return (
      <Page label="Pending Abilities">
        <ErrorNote error={failed.error} onRetry={() => void failed.refetch()} />
      </Page>
    )
  }
  if (!sessions.data) {
    return (
      <Page label="Pending Abilities">
        <Skeleton />
      </Page>
    )
  }
  if (rows.length > 0) return <Rows rows={rows} />
  return (
    <Page label="Pending Abilities">
      <Empty
        icon={<Inbox />}
        title="No pending abilities"
        action={
          <Button look="primary" onClick={() => void navigate({ to: '/learn/new' })}>
            Demonstrate a skill
          </Button>
        }
      >
        <p>Drafts wait here until you accept them: you read what was understood, test it, rehearse it, and then install, approve or reject it.</p>
      </Empty>
    </Page>
  )
}

function rowsOf(sessions: readonly LearnSession[], proposals: readonly Proposal[]): Row[] {
  const byId = new Map(proposals.map((proposal) => [proposal.proposal_id, proposal]))
  return sessions.flatMap((session): Row[] => {
    const state = pendingState(session.state)
    return state ? [{ session, state, proposal: byId.get(session.proposal_id ?? '') }] : []
  })
}

function Rows({ rows }: { rows: readonly Row[] }) {
  const openSession = useOpenSession()
  return (
    <div className={css.list}>
      <VirtualList label="Pending abilities" rows={rows} keyOf={({ session }) => session.learn_session_id} height={42} onOpen={({ session }) => openSession(session)}>
        {({ session, proposal, state }, props) => (
          <RightClickMenu items={menuOf(proposal, () => openSession(session))}>
            <button type="button" {...props} className={`${table.row} ${css.row}`} onClick={() => openSession(session)}>
              <span className={css.state}>
                <Badge tone={PENDING[state].tone}>{PENDING[state].label}</Badge>
              </span>
              <span className={css.title}>
                <b className="clip">{proposal?.title ?? titleOf(session)}</b>
                {proposal && <code className="faint clip">{proposal.proposed_skill_slug}</code>}
              </span>
              <span className={`${css.meta} clip`}>{proposal && state === 'private_active' ? LANE[proposal.install_lane] : sourcesOf(session)}</span>
              <Ago at={session.updated_at} className={css.when} />
              <ChevronRight size={14} className={css.chevron} aria-hidden />
            </button>
          </RightClickMenu>
        )}
      </VirtualList>
    </div>
  )
}

function menuOf(proposal: Proposal | undefined, open: () => void): MenuItems {
  return [
    { label: 'Open', keys: 'enter', onSelect: open },
    ...(proposal ? (['line', { label: 'Copy the name', onSelect: () => void copyText(proposal.proposed_skill_slug) }] as const) : []),
  ]
}
