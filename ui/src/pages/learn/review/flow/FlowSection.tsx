import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { toast } from 'sonner'
import * as read from '#ui/backend/queries'
import { transport } from '#ui/backend/transport'
import type { ProposalDetail } from '#ui/backend/types'
import { Badge } from '#ui/components/Badge'
import { Button } from '#ui/components/Button'
import { ClockTime } from '#ui/components/Time'
import { useCommands } from '#ui/shell/commands'
import css from './FlowSection.module.css'
import { flowOf, flowWords } from './items'
import { type FlowKind, type PlacedNode, layoutFlow } from './layout'
import { flowSvg } from './svg'

const KIND: Record<FlowKind, { word: string; mark: string }> = {
  start: { word: 'Goal', mark: '▶' },
  step: { word: 'Step', mark: '•' },
  decision: { word: 'Choice', mark: '◆' },
  loop: { word: 'Loop', mark: '↻' },
  verification: { word: 'Looks at a result', mark: '✓' },
  end: { word: 'Done', mark: '■' },
}

/** The steps of the task as a graph, with its loops, choices and open questions. */
export function FlowSection({
  detail,
  onQuestions,
}: {
  detail: ProposalDetail
  /** Leads to the open questions. */
  onQuestions(): void
}) {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDetailsElement>(null)
  const { items, transitions } = useMemo(() => flowOf(detail), [detail])
  const flow = useMemo(() => layoutFlow(items, transitions), [items, transitions])
  const { title, proposed_skill_slug: slug } = detail.proposal
  const save = (): void =>
    void transport()
      .save(`${slug}-flow.svg`, flowSvg(flow, title))
      .then(
        (where) => toast.success('The flow is saved.', { description: where }),
        (thrown: unknown) => toast.error(thrown instanceof Error ? thrown.message : String(thrown)),
      )
  const known = (detail.steps ?? []).length > 0
  useCommands(
    known
      ? [
          {
            id: 'flow',
            label: 'Show the flow',
            group: 'Review',
            keys: 'r f',
            words: 'graph steps loop choice diagram',
            run: () => {
              setOpen(true)
              box.current?.scrollIntoView({ block: 'start' })
              box.current?.querySelector('summary')?.focus({ preventScroll: true })
            },
          },
          {
            id: 'flow export',
            label: 'Export the flow as SVG',
            group: 'Review',
            words: 'graph save picture',
            run: save,
          },
        ]
      : [],
  )
  if (!known) return null
  return (
    <details
      ref={box}
      className={css.section}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <h3>Flow</h3> <span className="muted">{flowWords(items)}</span>
      </summary>
      {open && (
        <>
          <Graph
            nodes={flow}
            title={title}
            sessionId={detail.proposal.learn_session_id ?? undefined}
            steps={detail.steps ?? []}
            onQuestions={onQuestions}
          />
          <Button icon={<Download size={14} />} onClick={save}>
            Export SVG
          </Button>
        </>
      )}
    </details>
  )
}

function Graph({
  nodes: flow,
  title,
  sessionId,
  steps,
  onQuestions,
}: {
  nodes: ReturnType<typeof layoutFlow>
  title: string
  sessionId: string | undefined
  steps: NonNullable<ProposalDetail['steps']>
  onQuestions(): void
}) {
  const { width, height, nodes, edges } = flow
  const [chosen, choose] = useState(0)
  const svg = useRef<SVGSVGElement>(null)
  const go = (to: number): void => {
    const at = Math.min(Math.max(to, 0), nodes.length - 1)
    choose(at)
    svg.current?.querySelectorAll<SVGGElement>('[data-node]')[at]?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const keys: Readonly<Record<string, number>> = {
      ArrowDown: chosen + 1,
      ArrowRight: chosen + 1,
      ArrowUp: chosen - 1,
      ArrowLeft: chosen - 1,
      Home: 0,
      End: nodes.length - 1,
    }
    const to = keys[event.key]
    if (to === undefined) return
    event.preventDefault()
    go(to)
  }
  const node = nodes[chosen]
  return (
    <div className={css.graph}>
      <div className={css.scroll}>
        <svg
          ref={svg}
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          role="listbox"
          tabIndex={-1}
          aria-label={`Flow of ${title}`}
          onKeyDown={onKeyDown}
        >
          <defs>
            <marker
              id="flow-to"
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="7"
              markerHeight="7"
              orient="auto-start-reverse"
            >
              <path d="M0 0L8 4L0 8Z" className={css.tip} />
            </marker>
          </defs>
          <g aria-hidden="true">
            {edges.map(({ key, kind, path, times, labelX, labelY }) => (
              <g key={key} className={css.edge} data-kind={kind}>
                <path d={path} markerEnd="url(#flow-to)" />
                {times && (
                  <text x={labelX} y={labelY}>
                    {times}×
                  </text>
                )}
              </g>
            ))}
          </g>
          {nodes.map((placed, at) => (
            <Node
              key={placed.id}
              node={placed}
              chosen={at === chosen}
              onChoose={() => go(at)}
              onFocus={() => choose(at)}
            />
          ))}
        </svg>
      </div>
      {node && (
        <NodeDetail
          node={node}
          events={steps.find(({ node_id }) => node_id === node.id)?.source_event_ids ?? []}
          sessionId={sessionId}
          onQuestions={onQuestions}
        />
      )}
    </div>
  )
}

function Node({
  node: { kind, x, y, width, height, lines, label, optional, questions },
  chosen,
  onChoose,
  onFocus,
}: {
  node: PlacedNode
  chosen: boolean
  onChoose(): void
  onFocus(): void
}) {
  const { word, mark } = KIND[kind]
  const round = kind === 'loop' || kind === 'start' || kind === 'end'
  const told = [
    `${word}: ${label}`,
    optional ? 'may be left out' : '',
    questions.length > 0 ? `${questions.length} open` : '',
  ]
    .filter(Boolean)
    .join(', ')
  return (
    <g
      data-node
      data-kind={kind}
      data-optional={optional || undefined}
      className={css.node}
      role="option"
      aria-selected={chosen}
      aria-label={told}
      tabIndex={chosen ? 0 : -1}
      onClick={onChoose}
      onFocus={onFocus}
    >
      <title>{label}</title>
      <rect x={x} y={y} width={width} height={height} rx={round ? Math.min(height / 2, 18) : 8} />
      {/* The name of the node has the whole label; the drawing may cut it. */}
      <text className={css.mark} x={x + 12} y={y + 23} aria-hidden="true">
        {mark}
      </text>
      <text className={css.label} aria-hidden="true">
        {lines.map((line, at) => (
          <tspan key={at} x={x + 30} y={y + 23 + at * 18}>
            {`${line} `}
          </tspan>
        ))}
      </text>
      {questions.length > 0 && (
        <g className={css.asked} aria-hidden="true">
          <circle cx={x + width - 16} cy={y + height / 2} r={9} />
          <text x={x + width - 16} y={y + height / 2 + 4} textAnchor="middle">
            ?
          </text>
        </g>
      )}
    </g>
  )
}

/** What is known of the chosen node: its questions, and the actions that it was made of. */
function NodeDetail({
  node,
  events,
  sessionId,
  onQuestions,
}: {
  node: PlacedNode
  events: readonly string[]
  sessionId: string | undefined
  onQuestions(): void
}) {
  const recorded = useQuery({
    ...read.observedActions(sessionId ?? ''),
    enabled: sessionId !== undefined && events.length > 0,
  }).data
  const actions = recorded?.actions.filter(({ event_id }) => events.includes(event_id)) ?? []
  return (
    <div className={css.detail} aria-live="polite">
      <p>
        <Badge>{KIND[node.kind].word}</Badge>{' '}
        {node.optional && <Badge tone="warn">may be left out</Badge>} <b>{node.label}</b>
      </p>
      {node.questions.map((question) => (
        <p key={question} className={css.question}>
          {question}{' '}
          <button type="button" className={css.link} onClick={onQuestions}>
            Answer it
          </button>
        </p>
      ))}
      {actions.length > 0 && (
        <ul className={css.actions} aria-label="Recorded actions">
          {actions.map(({ event_id, action_label, created_at }) => (
            <li key={event_id}>
              <ClockTime at={created_at} className="faint num" /> {action_label}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
