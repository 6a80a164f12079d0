// Where the nodes and edges of a workflow graph are drawn: one column in the order of the
// demonstration. What repeats is indented and leads back at the left; what may be left out is
// passed by at the right. Pure, so that the page and the exported file are the same picture.

import type { Schemas } from '#ui/backend/types'

export type FlowKind = Schemas['NodeKind'] | 'start' | 'end'

/** A node as it is known, before it has a place. */
export interface FlowItem {
  id: string
  kind: FlowKind
  label: string
  optional: boolean
  /** Texts of the open questions about it. */
  questions: readonly string[]
}

export interface PlacedNode extends FlowItem {
  x: number
  y: number
  width: number
  height: number
  lines: string[]
}

export interface PlacedEdge {
  key: string
  /** `next` leads down, `around` passes something by, `back` begins the next round. */
  kind: 'next' | 'around' | 'back'
  path: string
  /** How often it was taken, where that is more than once. */
  times: number | undefined
  labelX: number
  labelY: number
}

export interface Flow {
  width: number
  height: number
  nodes: PlacedNode[]
  edges: PlacedEdge[]
}

type Transition = Pick<Schemas['WorkflowEdge'], 'from' | 'to' | 'observed'>

const WIDTH = 340
const INDENT = 34
const GAP = 28
const MARGIN = 12
const LANE = 14
const LINE = 18
const PAD = 10
/** The most lines of a label. Its title has the rest. */
const MAX_LINES = 3
/** Widths in a font of 13 px, in pixels. Letters of East Asian scripts are as wide as high. */
const LETTER = 6.6
const WIDE = 13.2
/** The icon at the left, and the marks at the right. */
const ICON = 30
const MARK = 26

const isWide = (letter: string): boolean => {
  const code = letter.codePointAt(0) ?? 0
  return code >= 0x1100 && !(code >= 0x2000 && code <= 0x206f) && (code >= 0x2e80 || code <= 0x11ff)
}
const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (isWide(letter) ? WIDE : LETTER), 0)

/** Breaks a text at its spaces, and within words that are too long. */
export function wrap(text: string, width: number, most = MAX_LINES): string[] {
  const lines: string[] = []
  let line = ''
  const push = (): void => {
    if (line) lines.push(line)
    line = ''
  }
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const joined = line ? `${line} ${word}` : word
    if (widthOf(joined) <= width) {
      line = joined
      continue
    }
    push()
    for (const letter of word) {
      if (widthOf(line + letter) > width) push()
      line += letter
    }
  }
  push()
  if (lines.length <= most) return lines
  return [...lines.slice(0, most - 1), cut(lines[most - 1] ?? '')]
}

/** A line with a mark that more follows, at the end of a word where it has several. */
function cut(line: string): string {
  const space = line.lastIndexOf(' ')
  return `${space > 0 ? line.slice(0, space) : line.slice(0, -1)}…`
}

/** How many loops each node is in: those between a loop and the edge that leads back to it. */
function depths(items: readonly FlowItem[], transitions: readonly Transition[]): number[] {
  const at = new Map(items.map(({ id }, index) => [id, index]))
  const depth = items.map(() => 0)
  for (const { from, to } of transitions) {
    const [end, begin] = [at.get(from), at.get(to)]
    if (end === undefined || begin === undefined || end <= begin) continue
    for (let index = begin + 1; index <= end; index += 1) depth[index] = (depth[index] ?? 0) + 1
  }
  return depth
}

export function layoutFlow(items: readonly FlowItem[], transitions: readonly Transition[]): Flow {
  const depth = depths(items, transitions)
  const backs = transitions.filter(({ from, to }) => order(items, from) > order(items, to)).length
  const left = MARGIN + (backs > 0 ? LANE * backs + 8 : 0)
  let y = MARGIN
  const nodes = items.map((item, index): PlacedNode => {
    const x = left + INDENT * (depth[index] ?? 0)
    const lines = wrap(item.label, WIDTH - ICON - MARK)
    const height = Math.max(1, lines.length) * LINE + 2 * PAD - 4
    const node = { ...item, x, y, width: WIDTH, height, lines }
    y += height + GAP
    return node
  })
  const byId = new Map(nodes.map((node) => [node.id, node]))
  let [backLane, aroundLane] = [0, 0]
  const right = Math.max(...nodes.map((node) => node.x + node.width), left + WIDTH)
  const edges = transitions.flatMap(({ from, to, observed }): PlacedEdge[] => {
    const [a, b] = [byId.get(from), byId.get(to)]
    if (!a || !b || a === b) return []
    const key = `${from} ${to}`
    const times = observed > 1 ? observed : undefined
    const [fromAt, toAt] = [nodes.indexOf(a), nodes.indexOf(b)]
    if (toAt < fromAt) {
      backLane += 1
      return [back(key, a, b, left - LANE * backLane, times)]
    }
    if (toAt === fromAt + 1) return [next(key, a, b, times)]
    aroundLane += 1
    const passed = around(key, a, b, right + LANE * aroundLane, times)
    // After its rounds the way goes on from the head of a loop: that leaves nothing out.
    return [a.kind === 'loop' ? { ...passed, kind: 'next' } : passed]
  })
  return {
    width: right + MARGIN + (aroundLane > 0 ? LANE * aroundLane + 30 : 0),
    height: y - GAP + MARGIN,
    nodes,
    edges,
  }
}

const order = (items: readonly FlowItem[], id: string): number =>
  items.findIndex((item) => item.id === id)

function next(key: string, a: PlacedNode, b: PlacedNode, times: number | undefined): PlacedEdge {
  const [x1, y1, x2, y2] = [a.x + 24, a.y + a.height, b.x + 24, b.y]
  const middle = (y1 + y2) / 2
  const path = x1 === x2 ? `M${x1} ${y1}V${y2}` : `M${x1} ${y1}V${middle}H${x2}V${y2}`
  return { key, kind: 'next', path, times, labelX: x2 + 8, labelY: middle + 4 }
}

function around(
  key: string,
  a: PlacedNode,
  b: PlacedNode,
  lane: number,
  times: number | undefined,
): PlacedEdge {
  const [y1, y2] = [a.y + a.height / 2, b.y + b.height / 2 + 5]
  const turns = `Q${lane} ${y1} ${lane} ${y1 + 6}V${y2 - 6}Q${lane} ${y2} ${lane - 6} ${y2}`
  const path = `M${a.x + a.width} ${y1}H${lane - 6}${turns}H${b.x + b.width}`
  return { key, kind: 'around', path, times, labelX: lane + 4, labelY: (y1 + y2) / 2 + 4 }
}

function back(
  key: string,
  a: PlacedNode,
  b: PlacedNode,
  lane: number,
  times: number | undefined,
): PlacedEdge {
  const [y1, y2] = [a.y + a.height / 2, b.y + b.height / 2 + 5]
  const turns = `Q${lane} ${y1} ${lane} ${y1 - 6}V${y2 + 6}Q${lane} ${y2} ${lane + 6} ${y2}`
  const path = `M${a.x} ${y1}H${lane + 6}${turns}H${b.x}`
  return { key, kind: 'back', path, times, labelX: lane + 6, labelY: (y1 + y2) / 2 + 4 }
}
