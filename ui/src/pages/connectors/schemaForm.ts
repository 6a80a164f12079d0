// A form made of a JSON Schema: simple fields get a control of their own, everything else is
// written as JSON.

export type FieldKind = 'text' | 'number' | 'switch' | 'choice' | 'json'

export interface FormField {
  name: string
  kind: FieldKind
  required: boolean
  /** What the field is for, in the words of the server. */
  hint: string | undefined
  choices: readonly string[]
  initial: string
}

type Schema = Record<string, unknown>

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields of a schema. `undefined`: it is no list of fields, so all of it is written as JSON. */
export function fieldsOf(schema: unknown): readonly FormField[] | undefined {
  if (!isObject(schema)) return undefined
  const { properties, required } = schema
  if (properties === undefined) return schema.type === 'object' ? [] : undefined
  if (!isObject(properties)) return undefined
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
    hint: typeof property.description === 'string' ? property.description : undefined,
    choices,
    initial: initialOf(property.default, kind),
  }
}

function kindOf({ type, enum: all }: Schema, choices: readonly string[]): FieldKind {
  if (Array.isArray(all) && all.length > 0) return choices.length === all.length ? 'choice' : 'json'
  if (type === 'string') return 'text'
  if (type === 'number' || type === 'integer') return 'number'
  return type === 'boolean' ? 'switch' : 'json'
}

const initialOf = (value: unknown, kind: FieldKind): string =>
  value === undefined ? '' : kind === 'json' ? JSON.stringify(value) : String(value)

/** What the person entered, by field. */
export type Entered = Readonly<Record<string, string>>

/** The arguments of a call, or what is wrong with each field. */
export type Read =
  | { arguments: Record<string, unknown>; errors?: never }
  | { arguments?: never; errors: Readonly<Record<string, string>> }

/** Reads the arguments from a form. An empty field that is not required is left out. */
export function readForm(fields: readonly FormField[], entered: Entered): Read {
  const values: Record<string, unknown> = {}
  const errors: Record<string, string> = {}
  for (const field of fields) {
    const text = entered[field.name] ?? field.initial
    if (text === '' && field.kind !== 'switch') {
      if (field.required && field.kind !== 'text') errors[field.name] = 'Enter a value.'
      else if (field.required) values[field.name] = ''
      continue
    }
    switch (field.kind) {
      case 'number': {
        const number = Number(text)
        if (Number.isFinite(number)) values[field.name] = number
        else errors[field.name] = 'Enter a number.'
        break
      }
      case 'switch':
        if (text !== '' || field.required) values[field.name] = text === 'true'
        break
      case 'json':
        try {
          values[field.name] = JSON.parse(text)
        } catch {
          errors[field.name] = 'Enter JSON, such as ["a", 1].'
        }
        break
      case 'text':
      case 'choice':
        values[field.name] = text
    }
  }
  return Object.keys(errors).length > 0 ? { errors } : { arguments: values }
}

/** Reads arguments that are written as one JSON object. */
export function readJson(text: string): Read {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text)
    if (isObject(value)) return { arguments: value }
  } catch {
    // Said below.
  }
  return { errors: { '': 'Enter a JSON object, such as {"text": "a"}.' } }
}
