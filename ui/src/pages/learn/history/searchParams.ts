// The search parameters of History. The address holds them, so that links and the back button
// restore the filters.

import type { HistoryItem, Schemas } from '#ui/backend/types'
import { say } from '#ui/lib/say'

export type HistoryList = 'sessions' | 'imports' | 'receipts'

export interface HistorySearch {
  list?: 'imports' | 'receipts'
  open?: string
  category?: string
  text?: string
  outcome?: HistoryItem['outcome']
  kind?: Schemas['ReceiptKind']
  session?: string
  ability?: string
  /** `today`, `7d`, `30d`, or days as `2026-11-01..2026-11-20`, where either day may be missing. */
  when?: string
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
const OUTCOMES = new Set(['approved', 'rejected', 'cancelled', 'in_progress', 'quarantined'])

export function parseHistorySearch(search: Record<string, unknown>): HistorySearch {
  const outcome = text(search.outcome)
  return {
    list: search.list === 'receipts' || search.list === 'imports' ? search.list : undefined,
    open: text(search.open),
    category: text(search.category),
    text: text(search.text)?.slice(0, 200),
    outcome: outcome && OUTCOMES.has(outcome) ? (outcome as HistorySearch['outcome']) : undefined,
    kind: text(search.kind) as HistorySearch['kind'],
    session: text(search.session),
    ability: text(search.ability),
    when: text(search.when),
  }
}

const DAY = 86_400_000

/** The start of a local day, plus `later` days. `undefined` for a day that does not exist. */
function startOf(date: string, later = 0): string | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? []
  if (!year || !month || !day) return undefined
  const at = new Date(Number(year), Number(month) - 1, Number(day))
  if (at.getMonth() !== Number(month) - 1 || at.getDate() !== Number(day)) return undefined
  at.setDate(at.getDate() + later)
  return at.toISOString()
}

/** Whether the text is a day that exists. */
export const isDay = (date: string): boolean => startOf(date) !== undefined

export interface Range {
  from?: string
  to?: string
}

/** The time range of a search parameter. Days are local; the last day is included. */
export function rangeOf(when: string | undefined, now: number): Range {
  if (!when) return {}
  if (when === 'today') return { from: new Date(new Date(now).setHours(0, 0, 0, 0)).toISOString() }
  if (when === '7d' || when === '30d')
    return { from: new Date(now - (when === '7d' ? 7 : 30) * DAY).toISOString() }
  const [from = '', to = ''] = when.split('..')
  return { from: startOf(from), to: startOf(to, 1) }
}

export const RANGES = [
  { value: undefined, label: say('Any time') },
  { value: 'today', label: say('Today') },
  { value: '7d', label: say('Last 7 days') },
  { value: '30d', label: say('Last 30 days') },
] as const

export const rangeLabel = (when: string | undefined): string => {
  const known = RANGES.find(({ value }) => value === when)
  if (known) return known.label
  const [from = '', to = ''] = (when ?? '').split('..')
  return from && to
    ? say('{from} to {to}', { from, to })
    : from
      ? say('Since {from}', { from })
      : to
        ? say('Until {to}', { to })
        : say('Any time')
}
