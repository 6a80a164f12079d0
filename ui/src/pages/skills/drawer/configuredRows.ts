// The rows of the form of configured values, and the change that they ask for.

import type { Schemas } from '#ui/backend/types'
import { say } from '#ui/lib/say'

export interface ValueRow {
  name: string
  text: string
  /** It was added in the form, so its name can be changed. */
  isNew: boolean
}

type Values = Record<string, unknown>
type Configured = Pick<
  Schemas['AbilityAvailabilityResponse'],
  'configuration' | 'configured_by_person'
>

/** A text as it is; anything else as JSON. */
export const shown = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

/** A row for each value; an empty one where there is none yet. */
export const rowsOf = (values: Values): ValueRow[] => {
  const rows = Object.entries(values).map(([name, value]) => ({
    name,
    text: shown(value),
    isNew: false,
  }))
  return rows.length > 0 ? rows : [{ name: '', text: '', isNew: true }]
}

/** Why a row cannot be saved, with the remedy. */
export function valueProblem(
  row: ValueRow,
  rows: readonly ValueRow[],
  values: Values,
): string | undefined {
  const name = row.name.trim()
  if (row.isNew && name === '') {
    return row.text.trim() === '' ? undefined : say('Give the value a name, such as folder.')
  }
  if (row.isNew && row.text.trim() === '') return say('Write the value, or remove its name.')
  if (rows.some((other) => other !== row && other.name.trim() === name))
    return say('There is a value “{name}” already. Choose another name.', { name })
  const before = values[name]
  if (before === undefined || typeof before === 'string' || row.text.trim() === '') return undefined
  return parsed(row.text) === undefined
    ? say(`This value is JSON, such as '{"name": 1}'.`)
    : undefined
}

/** The merge that the rows ask for: only what differs; `null` removes. */
export function changesOf(rows: readonly ValueRow[], values: Values): Values {
  const changes: Values = {}
  for (const { name: typed, text, isNew } of rows) {
    const name = typed.trim()
    if (name === '') continue
    const before = values[name]
    if (!isNew && text === shown(before)) continue
    if (text.trim() === '') changes[name] = null
    else changes[name] = isNew || typeof before === 'string' ? text : parsed(text)
  }
  return changes
}

/** What brings these values back, each as the word of the one who had set it. */
export function formerValues(
  names: readonly string[],
  { configuration = {}, configured_by_person: byPerson = [] }: Configured,
): { own: Values; ofAgents: Values } {
  const of = (mine: boolean): Values =>
    Object.fromEntries(
      names
        .filter((name) => (byPerson.includes(name) || !(name in configuration)) === mine)
        .map((name) => [name, configuration[name] ?? null]),
    )
  return { own: of(true), ofAgents: of(false) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
