import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import css from './Flow.module.css'
import type { Zoom } from './useZoom'
import { type FlowDrawing, type FlowNode, KIND, told } from './words'
import { say } from '#ui/lib/say'

/** What is seen around the chosen node, in pixels. */
const MARGIN = 32

/** The drawing. Its nodes are a list for screen readers: arrows move, `+`, `-` and `0` zoom. */
export function FlowGraph({
  flow: { title, width, height, nodes, edges },
  chosen,
  onChoose,
  zoom,
}: {
  flow: FlowDrawing
  /** `id` of the chosen node. */
  chosen: string
  onChoose(id: string): void
  zoom: Zoom
}) {
  const svg = useRef<SVGSVGElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const tip = useId()
  const at = nodes.findIndex(({ id }) => id === chosen)
  const elements = (): NodeListOf<SVGGElement> | undefined =>
    svg.current?.querySelectorAll<SVGGElement>('[data-node]')
  const { fit } = zoom
  useEffect(() => {
    const room = scroller.current?.clientWidth ?? 0
    if (room > 0) fit(room / width)
  }, [fit, width])
  // What is chosen stays in view, also when it is chosen beside the drawing. The page does not move.
  const scale = zoom.level / 100
  const node = nodes[at]
  useEffect(() => {
    const box = scroller.current
    if (!box || !node) return
    const [top, bottom] = [node.y * scale - MARGIN, (node.y + node.height) * scale + MARGIN]
    if (top < box.scrollTop) box.scrollTop = top
    else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight
  }, [node, scale])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const keys: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowRight: at + 1,
      ArrowUp: at - 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: nodes.length - 1,
    }
    const to = keys[event.key]
    if (to === undefined) {
      if (!zoom.onKey(event.key)) return
    } else {
      elements()?.[Math.min(Math.max(to, 0), nodes.length - 1)]?.focus({ preventScroll: true })
    }
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div ref={scroller} className={css.scroll}>
      <svg
        ref={svg}
        width={width * scale}
        height={height * scale}
        viewBox={`0 0 ${width} ${height}`}
        role="listbox"
        tabIndex={-1}
        aria-label={say('Flow of {title}', { title })}
        onKeyDown={onKeyDown}
      >
        <defs>
          <marker
            id={tip}
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
          {edges.map(({ from, to, kind, path, times, label_x, label_y }) => (
            <g key={`${from} ${to}`} className={css.edge} data-kind={kind}>
              <path d={path} markerEnd={`url(#${tip})`} />
              {times != null && (
                <text x={label_x} y={label_y}>
                  {times}×
                </text>
              )}
            </g>
          ))}
        </g>
        {nodes.map((node) => (
          <Node
            key={node.id}
            node={node}
            chosen={node.id === chosen}
            onChoose={() => onChoose(node.id)}
          />
        ))}
      </svg>
    </div>
  )
}

const LINE_MARKS = { label: undefined, input: '▹', checkpoint: '✓' } as const

function Node({ node, chosen, onChoose }: { node: FlowNode; chosen: boolean; onChoose(): void }) {
  const { kind, x, y, width, height, lines, optional, questions } = node
  const round = kind === 'loop' || kind === 'start' || kind === 'end'
  return (
    <>
      <g
        data-node
        data-kind={kind}
        data-optional={optional || undefined}
        className={css.node}
        role="option"
        aria-selected={chosen}
        aria-label={told(node)}
        tabIndex={chosen ? 0 : -1}
        onClick={(event) => event.currentTarget.focus({ preventScroll: true })}
        onFocus={onChoose}
      >
        <rect x={x} y={y} width={width} height={height} rx={round ? Math.min(height / 2, 18) : 8} />
      </g>
      {/* The name of the node has all its texts; the drawing may cut them, so they are beside it. */}
      <g aria-hidden="true" pointerEvents="none">
        <text className={css.mark} x={x + 12} y={y + 23}>
          {KIND[kind].mark}
        </text>
        {lines.map((line) => (
          <text key={line.y} className={css.line} data-kind={line.kind} x={line.x} y={line.y}>
            {line.text}
          </text>
        ))}
        {lines
          .filter((line) => line.first && LINE_MARKS[line.kind])
          .map((line) => (
            <text
              key={line.y}
              className={css.mark}
              data-kind={line.kind}
              x={line.x - 16}
              y={line.y}
            >
              {LINE_MARKS[line.kind]}
            </text>
          ))}
        {questions.length > 0 && (
          <g className={css.asked}>
            <circle cx={x + width - 18} cy={y + height / 2} r={9} />
            <text x={x + width - 18} y={y + height / 2 + 4} textAnchor="middle">
              ?
            </text>
          </g>
        )}
      </g>
    </>
  )
}
