// Demonstrated values and what the person says of them, as pure functions.

import type { Schemas } from '#ui/backend/types'
import { say } from '#ui/lib/say'

export type DemonstratedValue = Schemas['DemonstratedValue']
export type ValueAnswer = Schemas['ValueAnswer']
export type ValueChange = Schemas['ValueChange']

/** What each answer is called in the window. */
export const CHANGE_LABEL: Record<ValueChange, string> = {
  changes: say('Changes'),
  same: say('Always the same'),
  read: say('Read while doing it'),
  derived: say('Follows from others'),
}

/** The same on the switch, where there is less room. */
export const SWITCH_LABEL: Record<ValueChange, string> = {
  ...CHANGE_LABEL,
  read: say('Read'),
  derived: say('Follows'),
}

/** The row as an answer. */
export function changeOf({ changes, source }: DemonstratedValue): ValueChange {
  if (!changes) return 'same'
  return source === 'read' || source === 'derived' ? source : 'changes'
}

const answerOf = (value: DemonstratedValue): ValueAnswer => ({
  example: value.example,
  name: value.name,
  changes: changeOf(value),
})

/** What the person has said so far. */
export const answersOf = (values: readonly DemonstratedValue[]): ValueAnswer[] =>
  values.filter((value) => value.decided).map(answerOf)

/** All answers after one value was corrected. */
export function corrected(
  values: readonly DemonstratedValue[],
  answers: readonly ValueAnswer[],
  example: string,
  change: Partial<ValueAnswer>,
): ValueAnswer[] {
  const known = answers.find((answer) => answer.example === example)
  const value = values.find((one) => one.example === example)
  const base = known ?? (value && answerOf(value))
  if (!base) return [...answers]
  return [...answers.filter((answer) => answer.example !== example), { ...base, ...change }]
}

const SOURCE: Record<ValueChange, DemonstratedValue['source']> = {
  changes: 'given',
  same: 'constant',
  read: 'read',
  derived: 'derived',
}

/** The rows as they will be once the answers have arrived. */
export function answered(
  values: readonly DemonstratedValue[],
  answers: readonly ValueAnswer[],
): DemonstratedValue[] {
  return values.map((value) => {
    const answer = answers.find((one) => one.example === value.example)
    if (!answer) return { ...value, decided: false }
    return {
      ...value,
      name: answer.name ?? value.name,
      changes: answer.changes !== 'same',
      source: SOURCE[answer.changes],
      decided: true,
    }
  })
}

/** What was typed, as the engine takes names: `Invoice No.` becomes `invoice_no`. */
export const asName = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[_0-9]+|_+$/g, '')
    .slice(0, 32)
    .replace(/_+$/, '')
