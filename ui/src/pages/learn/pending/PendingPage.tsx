import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ChevronRight, Inbox } from 'lucide-react'
import * as read from '../../../backend/queries'
import type { LearnSession, PendingState, Proposal } from '../../../backend/types'
import { Badge } from '../../../components/Badge'
import { Button } from '../../../components/Button'
import { Empty } from '../../../components/Empty'
import { ErrorNote } from '../../../components/ErrorNote'
import { type MenuItems, RightClickMenu } from '../../../components/Menu'
import { Page } from '../../../components/Page'
import { Skeleton } from '../../../components/Skeleton'
import { Ago } from '../../../components/Time'
import { copyText } from '../../../components/copyText'
import { useRoving } from '../../../components/useRoving'
import { LANE, PENDING, pendingState, sourcesOf, titleOf } from '../../../domain/states'
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
  if (sessions.error && !sessions.data) {
    return (
      <Page label="Pending Abilities">
        <ErrorNote error={sessions.error} onRetry={() => void sessions.refetch()} />
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
  const byId = new Map(proposals.data?.proposals.map((proposal) => [proposal.proposal_id, proposal]))
  const rows = sessions.data.sessions.flatMap((session): Row[] => {
    const state = pendingState(session.state)
    return state ? [{ session, state, proposal: byId.get(session.proposal_id ?? '') }] : []
  })
  return (
    <Page label="Pending Abilities" flush>
      {rows.length > 0 ? (
        <Rows rows={rows} />
      ) : (
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
      )}
    </Page>
  )
}

function Rows({ rows }: { rows: readonly Row[] }) {
  const navigate = useNavigate()
  const open = (index: number): void => {
    const row = rows[index]
    if (!row) return
    const proposalId = row.session.proposal_id
    if (proposalId && row.session.state !== 'awaiting_questions') void navigate({ to: '/learn/pending/$proposalId', params: { proposalId } })
    else void navigate({ to: '/learn/active' })
  }
  const { listProps, rowProps } = useRoving(rows.length, { onOpen: open })
  return (
    <div {...listProps} role="list" aria-label="Pending abilities" className={css.list}>
      {rows.map(({ session, proposal, state }, index) => (
        <div key={session.learn_session_id} role="listitem" className={css.item}>
          {/* One tab stop for the list; arrows move between the rows. */}
          <RightClickMenu items={menuOf(proposal, () => open(index))}>
            <button type="button" className={css.row} {...rowProps(index)} onClick={() => open(index)}>
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
        </div>
      ))}
    </div>
  )
}

function menuOf(proposal: Proposal | undefined, open: () => void): MenuItems {
  return [
    { label: 'Open', keys: 'enter', onSelect: open },
    ...(proposal ? (['line', { label: 'Copy the name', onSelect: () => void copyText(proposal.proposed_skill_slug) }] as const) : []),
  ]
}
