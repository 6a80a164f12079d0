import { expect, test } from 'vitest'
import { fieldsOf, readForm, readJson } from './schemaForm'

const SCHEMA = {
  type: 'object',
  required: ['text', 'count', 'on'],
  properties: {
    text: { type: 'string', description: 'Any text.' },
    count: { type: 'integer', default: 3 },
    on: { type: 'boolean' },
    kind: { enum: ['a', 'b'] },
    mixed: { enum: ['a', 1] },
    list: { type: 'array' },
  },
}

test('each field gets the control of its type', () => {
  const fields = fieldsOf(SCHEMA) ?? []
  expect(
    fields.map(({ name, kind, required, initial }) => [name, kind, required, initial]),
  ).toEqual([
    ['text', 'text', true, ''],
    ['count', 'number', true, '3'],
    ['on', 'switch', true, ''],
    ['kind', 'choice', false, ''],
    ['mixed', 'json', false, ''],
    ['list', 'json', false, ''],
  ])
})

test('a schema without a list of fields is written as JSON', () => {
  for (const schema of [null, true, { anyOf: [] }, { properties: [] }])
    expect(fieldsOf(schema)).toBeUndefined()
  expect(fieldsOf({ type: 'object' })).toEqual([])
})

test('what was entered becomes arguments', () => {
  const fields = fieldsOf(SCHEMA) ?? []
  expect(readForm(fields, { text: 'a', on: 'true', list: '[1]', kind: '' })).toEqual({
    arguments: { text: 'a', count: 3, on: true, list: [1] },
  })
  expect(readForm(fields, {})).toEqual({ arguments: { text: '', count: 3, on: false } })
})

test('what does not fit is said at its field', () => {
  const fields = fieldsOf(SCHEMA) ?? []
  expect(readForm(fields, { text: 'a', count: 'many', list: '[' })).toEqual({
    errors: { count: 'Enter a number.', list: 'Enter JSON, such as ["a", 1].' },
  })
  expect(readForm(fields, { count: '' })).toEqual({ errors: { count: 'Enter a value.' } })
})

test('JSON arguments are an object', () => {
  expect(readJson('')).toEqual({ arguments: {} })
  expect(readJson('{"a": 1}')).toEqual({ arguments: { a: 1 } })
  for (const text of ['[1]', '{', '"a"']) expect(readJson(text).errors).toBeDefined()
})
