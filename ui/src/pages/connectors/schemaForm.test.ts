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

const entered = (values: Record<string, string>) => new Map(Object.entries(values))

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
  expect(readForm(fields, entered({ text: 'a', on: 'true', list: '[1]', kind: '' }))).toEqual({
    arguments: { text: 'a', count: 3, on: true, list: [1] },
  })
  expect(readForm(fields, new Map())).toEqual({ arguments: { text: '', count: 3, on: false } })
})

test('what does not fit is said at its field', () => {
  const fields = fieldsOf(SCHEMA) ?? []
  expect(readForm(fields, entered({ text: 'a', count: 'many', list: '[' }))).toEqual({
    errors: entered({ count: 'Enter a number.', list: 'Enter JSON, such as ["a", 1].' }),
  })
  expect(readForm(fields, entered({ count: '' }))).toEqual({
    errors: entered({ count: 'Enter a value.' }),
  })
})

test('JSON arguments are an object', () => {
  expect(readJson('')).toEqual({ arguments: {} })
  expect(readJson('{"a": 1}')).toEqual({ arguments: { a: 1 } })
  for (const text of ['[1]', '{', '"a"']) expect(readJson(text).errors).toBeDefined()
})

test('a schema that is a bomb makes a form that is short, or none', () => {
  const many = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, at) => [`f${at}`, { type: 'string' }]),
  )
  expect(fieldsOf({ type: 'object', properties: many })).toBeUndefined()
  const loop: Record<string, unknown> = { type: 'object' }
  loop.properties = { self: loop, ref: { $ref: '#' } }
  expect(fieldsOf(loop)?.map(({ kind }) => kind)).toEqual(['json', 'json'])
  const choices = Array.from({ length: 50_000 }, (_, at) => String(at))
  const [pick, big] =
    fieldsOf({
      properties: {
        pick: { enum: choices, description: 'x'.repeat(1_000_000) },
        big: { type: 'array', default: choices },
      },
    }) ?? []
  expect(pick).toMatchObject({ kind: 'text', choices: [] })
  expect(pick?.hint?.length).toBeLessThan(1100)
  expect(big?.initial).toBe('')
})

test('names that JavaScript uses itself are names like others', () => {
  const schema: unknown = JSON.parse(
    '{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"},"toString":{"type":"number"}}}',
  )
  const fields = fieldsOf(schema) ?? []
  expect(fields.map(({ name, initial }) => [name, initial])).toEqual([
    ['__proto__', ''],
    ['constructor', ''],
    ['toString', ''],
  ])
  expect(readForm(fields, new Map())).toEqual({ arguments: {} })
  const read = readForm(fields, new Map([['__proto__', 'a']]))
  expect(JSON.stringify(read.arguments)).toBe('{"__proto__":"a"}')
})
