// The timeline as rows: actions, marks between them, and what each action changed. Pure.

import type { ObservedAction, WorkflowBoundary } from '#ui/backend/types'
import { say } from '#ui/lib/say'
import { formatList } from '#ui/components/format'

export type TimelineRow =
  | { kind: 'action'; id: string; action: ObservedAction; trimmed: boolean }
  | { kind: 'mark'; id: string; boundary: WorkflowBoundary }

const SHOWN_MARKS = new Set<WorkflowBoundary['kind']>([
  'pause',
  'resume',
  'mark_goal',
  'mark_step',
  'stop',
])

/**
 * Actions in order, with the marks between them. Actions outside of the trim are dimmed, not
 * removed.
 */
export function toRows(
  actions: readonly ObservedAction[],
  boundaries: readonly WorkflowBoundary[],
): TimelineRow[] {
  const { first, last } = trimOf(actions, boundaries)
  const marks = boundaries
    .filter((boundary) => SHOWN_MARKS.has(boundary.kind))
    .toSorted(
      (a, b) => a.after_seq - b.after_seq || Date.parse(a.created_at) - Date.parse(b.created_at),
    )
  const rows: TimelineRow[] = []
  let next = 0
  const flush = (seq: number): void => {
    for (let mark = marks[next]; mark && mark.after_seq < seq; mark = marks[++next])
      rows.push({ kind: 'mark', id: mark.boundary_id, boundary: mark })
  }
  for (const action of actions) {
    flush(action.seq)
    rows.push({
      kind: 'action',
      id: action.event_id,
      action,
      trimmed: action.seq < first || action.seq > last,
    })
  }
  flush(Number.POSITIVE_INFINITY)
  return rows
}

/** The first and last sequence number that are kept. */
export function trimOf(
  actions: readonly ObservedAction[],
  boundaries: readonly WorkflowBoundary[],
): { first: number; last: number } {
  const at = (kind: WorkflowBoundary['kind']): number | undefined => {
    const boundary = boundaries.findLast((known) => known.kind === kind)
    return actions.find((action) => action.event_id === boundary?.source_event_id)?.seq
  }
  return { first: at('trim_start') ?? 0, last: at('trim_end') ?? Number.POSITIVE_INFINITY }
}

const ROLE: Record<string, string> = {
  alert: say('message'),
  status: say('message'),
  dialog: say('dialog'),
  alertdialog: say('dialog'),
  heading: say('heading'),
  row: say('row'),
  cell: say('cell'),
  link: say('link'),
  listitem: say('item'),
  text: '',
  button: say('button'),
}
const describeElement = (role: string, name: string): string =>
  [ROLE[role] ?? role, `“${name}”`].filter(Boolean).join(' ')

/** What an action changed, most important first, at most `most` lines. */
export function effectsOf(action: ObservedAction, most = 3): { lines: string[]; more: number } {
  const all: string[] = []
  const { change, details } = action
  if (change) {
    if (change.after.title !== change.before.title && change.after.title)
      all.push(say('page “{title}”', { title: change.after.title }))
    for (const { role, name } of change.appeared)
      if (name.trim()) all.push(say('{element} appeared', { element: describeElement(role, name) }))
    for (const { element, property, from, to } of change.changed)
      all.push(
        say('“{name}” {property}: {from} → {to}', {
          name: element.name,
          property,
          from: from || say('empty'),
          to: to || say('empty'),
        }),
      )
    for (const { role, name } of change.vanished)
      if (name.trim()) all.push(say('{element} gone', { element: describeElement(role, name) }))
  }
  if ('command_line' in details)
    for (const file of details.files ?? []) all.push(`${file.change} ${file.path}`)
  const lines = [...new Set(all)]
  return { lines: lines.slice(0, most), more: Math.max(0, lines.length - most) }
}

/** Splits a label at the name of its target, so that the name can be bold. */
export function splitAtName(
  label: string,
  name: string | undefined,
): [before: string, name: string, after: string] {
  const at = name ? label.indexOf(name) : -1
  return at < 0 || !name
    ? [label, '', '']
    : [label.slice(0, at), name, label.slice(at + name.length)]
}

export const targetName = ({ details }: ObservedAction): string | undefined =>
  'target' in details ? (details.target?.name ?? undefined) : undefined

/** When something is watched. */
export type WatchTime = 'later' | 'now' | 'paused' | 'before'

const WATCHED: Record<WatchTime, (sources: string) => string> = {
  later: (sources) => say('Will watch: {sources}. Not watching: anything else.', { sources }),
  now: (sources) => say('Watching {sources}. Not watching: anything else.', { sources }),
  paused: (sources) =>
    say('Paused. When resumed, watching {sources}. Not watching: anything else.', { sources }),
  before: (sources) => say('Watched {sources}. Not watching: anything else.', { sources }),
}

/** “Watching one browser window and the terminal. Not watching: anything else.” */
export function scopeSentence(
  watch: readonly string[],
  onlyIn: readonly string[],
  time: WatchTime = 'now',
): string {
  const parts = [
    watch.includes('browser') ? say('one browser window') : '',
    watch.includes('terminal') ? say('the terminal') : '',
  ].filter(Boolean)
  if (parts.length === 0) return say('Not watching anything.')
  const sources = formatList(parts)
  return WATCHED[time](
    onlyIn.length > 0
      ? say('{sources}, only in {places}', { sources, places: onlyIn.join(', ') })
      : sources,
  )
}
