import { expect, test } from 'vitest'
import { answered, answersOf, asName, changeOf, corrected, type DemonstratedValue } from './values'

const value = (change: Partial<DemonstratedValue> = {}): DemonstratedValue => ({
  example: 'Oolong',
  name: 'tea',
  label: 'Tea',
  changes: true,
  source: 'given',
  evidence: 'chosen for “Tea”',
  decided: false,
  ...change,
})

test('only what the person said is sent, and one correction keeps the others', () => {
  const values = [value(), value({ example: '3', name: 'cups', decided: true, changes: false })]
  expect(answersOf(values)).toEqual([{ example: '3', name: 'cups', changes: 'same' }])
  const next = corrected(values, answersOf(values), 'Oolong', { changes: 'read' })
  expect(next.map(({ name, changes }) => [name, changes])).toEqual([
    ['cups', 'same'],
    ['tea', 'read'],
  ])
  const shown = answered(values, next)
  expect(shown.map(changeOf)).toEqual(['read', 'same'])
  expect(shown.every((row) => row.decided)).toBe(true)
})

test('what is typed becomes a name that the engine takes', () => {
  expect(asName(' Invoice No. ')).toBe('invoice_no')
  expect(asName('2nd line')).toBe('nd_line')
  expect(asName('x'.repeat(40))).toHaveLength(32)
})
