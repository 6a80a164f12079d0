// A form made of a JSON Schema: simple fields get a control of their own, everything else is
// written as JSON.

import { say } from '#ui/lib/say'

export type FieldKind = 'text' | 'number' | 'switch' | 'choice' | 'json'

export interface FormField {
  name: string
  kind: FieldKind
  required: boolean
  /** What the field is for, in the words of the server. */
  hint: string | undefined
  choices: readonly string[]
  /** The words for its name. Absent: the name. */
  label?: string
  /** The words for its choices. Absent: the choices. */
  labels?: ReadonlyMap<string, string>
  initial: string
}

type Schema = Record<string, unknown>

/** More controls than that would hold up the page, and nobody fills them in: all of it is JSON. */
const FIELDS = 100
/** A list of more choices is slower than typing one of them. */
const CHOICES = 500
/** Longer words of a server are cut. */
const HINT = 1000
/** A longer default is not shown: the tool knows it itself. */
const DEFAULT = 10_000

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields of a schema. `undefined`: it is no list of fields, so all of it is written as JSON. */
export function fieldsOf(schema: unknown): readonly FormField[] | undefined {
  if (!isObject(schema)) return undefined
  const { properties, required } = schema
  if (properties === undefined) return schema.type === 'object' ? [] : undefined
  if (!isObject(properties)) return undefined
  if (Object.keys(properties).length > FIELDS) return undefined
  const needed = Array.isArray(required) ? required : []
  return Object.entries(properties).map(([name, property]) =>
    fieldOf(name, isObject(property) ? property : {}, needed.includes(name)),
  )
}

function fieldOf(name: string, property: Schema, required: boolean): FormField {
  const choices = Array.isArray(property.enum)
    ? property.enum.filter((choice): choice is string => typeof choice === 'string')
    : []
  const kind = kindOf(property, choices)
  return {
    name,
    kind,
    required,
    hint: typeof property.description === 'string' ? cut(property.description) : undefined,
    choices: kind === 'choice' ? choices : [],
    initial: initialOf(property.default, kind),
  }
}

const cut = (words: string): string => (words.length > HINT ? `${words.slice(0, HINT)} …` : words)

function kindOf({ type, enum: all }: Schema, choices: readonly string[]): FieldKind {
  if (Array.isArray(all) && all.length > 0) {
    if (choices.length < all.length) return 'json'
    return all.length > CHOICES ? 'text' : 'choice'
  }
  if (type === 'string') return 'text'
  if (type === 'number' || type === 'integer') return 'number'
  return type === 'boolean' ? 'switch' : 'json'
}

function initialOf(value: unknown, kind: FieldKind): string {
  if (value === undefined) return ''
  const text = kind === 'json' || typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.length > DEFAULT ? '' : text
}

/** What the person entered, by field. A server names the fields, and may call one `constructor`. */
export type Entered = ReadonlyMap<string, string>

/** The arguments of a call, or what is wrong with each field. */
export type Read =
  | { arguments: Record<string, unknown>; errors?: never }
  | { arguments?: never; errors: ReadonlyMap<string, string> }

/** Reads the arguments from a form. An empty field that is not required is left out. */
export function readForm(fields: readonly FormField[], entered: Entered): Read {
  const values = new Map<string, unknown>()
  const errors = new Map<string, string>()
  for (const field of fields) {
    const text = entered.get(field.name) ?? field.initial
    if (text === '' && field.kind !== 'switch') {
      if (field.required && field.kind !== 'text') errors.set(field.name, say('Enter a value.'))
      else if (field.required) values.set(field.name, '')
      continue
    }
    switch (field.kind) {
      case 'number': {
        const number = Number(text)
        if (Number.isFinite(number)) values.set(field.name, number)
        else errors.set(field.name, say('Enter a number.'))
        break
      }
      case 'switch':
        if (text !== '' || field.required) values.set(field.name, text === 'true')
        break
      case 'json':
        try {
          values.set(field.name, JSON.parse(text))
        } catch {
          errors.set(field.name, say('Enter JSON, such as ["a", 1].'))
        }
        break
      case 'text':
      case 'choice':
        values.set(field.name, text)
    }
  }
  return errors.size > 0 ? { errors } : { arguments: Object.fromEntries(values) }
}

/** Reads arguments that are written as one JSON object. */
export function readJson(text: string): Read {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text)
    if (isObject(value)) return { arguments: value }
  } catch {
    // Said below.
  }
  return { errors: new Map([['', say(`Enter a JSON object, such as '{"text": "a"}'.`)]]) }
}
