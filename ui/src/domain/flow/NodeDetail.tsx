import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as read from '#ui/backend/queries'
import type { ProposalDetail } from '#ui/backend/types'
import { Badge } from '#ui/components/Badge'
import { MessageText } from '#ui/components/MessageText'
import { ClockTime } from '#ui/components/Time'
import { ReceiptWords, STATE, StateIcon } from '#ui/domain/CheckpointState'
import { GRADE, gradeToCome, viewCheckpoints } from '#ui/domain/checkpoints'
import { Say, say } from '#ui/lib/say'
import css from './Flow.module.css'
import { type FlowDrawing, type FlowNode, KIND, waysFrom } from './words'

/** What is known of the chosen node: questions, checkpoints with their evidence, recorded actions. */
export function NodeDetail({
  node,
  flow,
  detail,
  onChoose,
  onQuestions,
}: {
  node: FlowNode
  flow: FlowDrawing
  detail: ProposalDetail
  onChoose(id: string): void
  onQuestions: (() => void) | undefined
}) {
  const { kind, label, optional, inputs, questions, event_ids: events } = node
  const ways = waysFrom(flow, node)
  return (
    <div className={css.detail} aria-live="polite">
      <p>
        <Badge>{KIND[kind].word}</Badge>{' '}
        {optional && <Badge tone="warn">{say('may be left out')}</Badge>}
      </p>
      <p>
        <b>
          <MessageText text={label} />
        </b>
      </p>
      {questions.map(({ question_id, text }) => (
        <p key={question_id} className={css.question}>
          {text}{' '}
          {onQuestions && (
            <button type="button" className={css.link} onClick={onQuestions}>
              {say('Answer it')}
            </button>
          )}
        </p>
      ))}
      {ways.length > 0 && (
        <Part title={say('Goes on')}>
          <ul className={css.rows}>
            {ways.map(({ to, words }) => (
              <li key={to.id}>
                {words}{' '}
                <button type="button" className={css.link} onClick={() => onChoose(to.id)}>
                  {to.label}
                </button>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {inputs.length > 0 && (
        <Part title={say('Inputs')}>
          <ul className={css.rows}>
            {inputs.map((input) => (
              <li key={input.name}>
                <code>{input.name}</code> {input.label}
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Checkpoints node={node} detail={detail} />
      <Recorded sessionId={detail.proposal.learn_session_id} events={events} />
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h4>{title}</h4>
      {children}
    </section>
  )
}

/** Each with the grade of its proof, and with what the last rehearsal saw of it. */
function Checkpoints({ node, detail }: { node: FlowNode; detail: ProposalDetail }) {
  const receipts = useQuery(read.rehearsal(detail.proposal.proposal_id)).data?.receipts ?? []
  const ids = new Set(node.checkpoints.map(({ checkpoint_id }) => checkpoint_id))
  const known = detail.checkpoints.filter(({ checkpoint_id }) => ids.has(checkpoint_id))
  if (known.length === 0) return null
  const gradeOf = (id: string) => {
    const checkpoint = known.find(({ checkpoint_id }) => checkpoint_id === id)
    return checkpoint && gradeToCome(checkpoint)
  }
  return (
    <Part title={say('Checkpoints')}>
      <ul className={css.rows}>
        {viewCheckpoints(known, receipts).map(({ checkpoint, state, receipt }) => {
          const grade = gradeOf(checkpoint.checkpoint_id)
          return (
            <li key={checkpoint.checkpoint_id} className={css.checkpoint}>
              <StateIcon state={state} />
              <div>
                <p>
                  <MessageText text={checkpoint.goal} />{' '}
                  {grade && <Badge tone="neutral">{GRADE[grade].words}</Badge>}
                </p>
                <p className="muted">
                  <MessageText text={checkpoint.success_condition} />
                </p>
                {receipt && (
                  <p className="muted">
                    <Say
                      text="In the last rehearsal: {word}. {receiptWords}"
                      values={{
                        word: STATE[state].word,
                        receiptWords: <ReceiptWords receipt={receipt} />,
                      }}
                    />
                  </p>
                )}
              </div>
            </li>
          )
        })}
      </ul>
    </Part>
  )
}

function Recorded({
  sessionId,
  events,
}: {
  sessionId: string | null | undefined
  events: readonly string[]
}) {
  const recorded = useQuery({
    ...read.observedActions(sessionId ?? ''),
    enabled: Boolean(sessionId) && events.length > 0,
  }).data
  const actions = recorded?.actions.filter(({ event_id }) => events.includes(event_id)) ?? []
  if (actions.length === 0) return null
  return (
    <Part title={say('Recorded actions')}>
      <ul className={css.actions} aria-label={say('Recorded actions')}>
        {actions.map(({ event_id, action_label, created_at }) => (
          <li key={event_id}>
            <ClockTime at={created_at} className="faint num" /> {action_label}
          </li>
        ))}
      </ul>
    </Part>
  )
}
