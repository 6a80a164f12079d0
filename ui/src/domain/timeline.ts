// The timeline as rows: actions, marks between them, and what each action changed. Pure.

import type { ObservedAction, WorkflowBoundary } from '#ui/backend/types'
import { say } from '#ui/lib/say'

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

// Each kind of element has a form of its own, because other languages bend the verb to the noun.
const appeared = (role: string, name: string): string =>
  say(
    `{role, select, alert {message “{name}” appeared} status {message “{name}” appeared}
    dialog {dialog “{name}” appeared} alertdialog {dialog “{name}” appeared}
    heading {heading “{name}” appeared} row {row “{name}” appeared} cell {cell “{name}” appeared}
    link {link “{name}” appeared} listitem {item “{name}” appeared}
    button {button “{name}” appeared} text {“{name}” appeared} other {{role} “{name}” appeared}}`,
    { role, name },
  )

const vanished = (role: string, name: string): string =>
  say(
    `{role, select, alert {message “{name}” gone} status {message “{name}” gone}
    dialog {dialog “{name}” gone} alertdialog {dialog “{name}” gone} heading {heading “{name}” gone}
    row {row “{name}” gone} cell {cell “{name}” gone} link {link “{name}” gone}
    listitem {item “{name}” gone} button {button “{name}” gone} text {“{name}” gone}
    other {{role} “{name}” gone}}`,
    { role, name },
  )

/** What an action changed, most important first, at most `most` lines. */
export function effectsOf(action: ObservedAction, most = 3): { lines: string[]; more: number } {
  const all: string[] = []
  const { change, details } = action
  if (change) {
    if (change.after.title !== change.before.title && change.after.title)
      all.push(say('page “{title}”', { title: change.after.title }))
    for (const { role, name } of change.appeared) if (name.trim()) all.push(appeared(role, name))
    for (const { element, property, from, to } of change.changed)
      all.push(
        say('“{name}” {property}: {from} → {to}', {
          name: element.name,
          property,
          from: from || say('empty'),
          to: to || say('empty'),
        }),
      )
    for (const { role, name } of change.vanished) if (name.trim()) all.push(vanished(role, name))
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

type Watched = { sources: string; limited: string; places: string }

const WATCHED: Record<WatchTime, (values: Watched) => string> = {
  later: (values) =>
    say(
      `Will watch: {sources, select, browser {one browser window} terminal {the terminal}
      other {one browser window and the terminal}}{limited, select, yes {, only in {places}}
      other {}}. Not watching: anything else.`,
      values,
    ),
  now: (values) =>
    say(
      `Watching {sources, select, browser {one browser window} terminal {the terminal}
      other {one browser window and the terminal}}{limited, select, yes {, only in {places}}
      other {}}. Not watching: anything else.`,
      values,
    ),
  paused: (values) =>
    say(
      `Paused. When resumed, watching {sources, select, browser {one browser window}
      terminal {the terminal} other {one browser window and the terminal}}{limited, select,
      yes {, only in {places}} other {}}. Not watching: anything else.`,
      values,
    ),
  before: (values) =>
    say(
      `Watched {sources, select, browser {one browser window} terminal {the terminal}
      other {one browser window and the terminal}}{limited, select, yes {, only in {places}}
      other {}}. Not watching: anything else.`,
      values,
    ),
}

/** “Watching one browser window and the terminal. Not watching: anything else.” */
export function scopeSentence(
  watch: readonly string[],
  onlyIn: readonly string[],
  time: WatchTime = 'now',
): string {
  if (watch.includes('connectors'))
    return say('Watching the calls of connectors that pass through Apprentice, and nothing else.')
  const known = ['browser', 'terminal'].filter((source) => watch.includes(source))
  if (known.length === 0) return say('Not watching anything.')
  return WATCHED[time]({
    sources: known.join(' '),
    limited: onlyIn.length > 0 ? 'yes' : 'no',
    places: onlyIn.join(', '),
  })
}
