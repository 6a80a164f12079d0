// The words of the window in the person's language. The English message is the key of its
// translation, so code reads as it did, and what has no translation is shown in English.
// Messages are ICU MessageFormat: `{name}`, `{count, plural, one {# skill} other {# skills}}`,
// `<link>tags</link>`. Nothing is compiled to code, as the window's content security policy demands.

import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'
import type { GetICUArgs } from '@schummar/icu-type-parser'
import { IntlMessageFormat } from 'intl-messageformat'
import { Fragment, type ReactNode, createElement } from 'react'

/** Translations of one language, by the English message. */
export type Catalogue = Readonly<Record<string, string>>

interface Words {
  /** The language of the catalogue and its rules of plurals: `de`. */
  language: string
  /** How dates and numbers are written: `de-AT`. */
  locale: string
  direction: 'ltr' | 'rtl'
  catalogue: Catalogue
}

type Compiled = string | IntlMessageFormat

const ENGLISH: Words = { language: 'en', locale: 'en', direction: 'ltr', catalogue: {} }

let words = ENGLISH
const compiled = new Map<string, Compiled>()
const isolated = new Map<IntlMessageFormat, IntlMessageFormat>()

/** Changes the language of everything that is said from now on. Called before the app is loaded. */
export function setWords(next: Words = ENGLISH): void {
  words = next
  compiled.clear()
  isolated.clear()
}

/** The locale of dates, numbers and lists. */
export const locale = (): string => words.locale

/** A message without the line breaks that long ones have in the source. */
export const messageKey = (message: string): string => message.replace(/\s*\n\s*/g, ' ').trim()

function compile(message: string): Compiled {
  const known = compiled.get(message)
  if (known !== undefined) return known
  const key = messageKey(message)
  const translation = Object.hasOwn(words.catalogue, key) ? words.catalogue[key] : undefined
  const text = translation ?? key
  // English messages keep the rules of English plurals.
  const rules = translation === undefined ? localeOfEnglish() : words.locale
  const fresh = /[{<]|''/.test(text) ? new IntlMessageFormat(text, rules) : text
  compiled.set(message, fresh)
  return fresh
}

// The characters of Unicode that set a text apart from the direction of its sentence (FSI and PDI).
const ISOLATE = { start: '\u2068', end: '\u2069' }
const literal = (value: string): MessageFormatElement => ({ type: TYPE.literal, value })

/** The message with each argument set apart: the name of a file does not move the words beside it. */
function setApart(elements: readonly MessageFormatElement[]): MessageFormatElement[] {
  return elements.flatMap((element): MessageFormatElement[] => {
    switch (element.type) {
      case TYPE.argument:
        return [literal(ISOLATE.start), element, literal(ISOLATE.end)]
      case TYPE.tag:
        return [{ ...element, children: setApart(element.children) }]
      case TYPE.plural:
      case TYPE.select: {
        const options = Object.entries(element.options).map(
          ([form, { value }]) => [form, { value: setApart(value) }] as const,
        )
        return [{ ...element, options: Object.fromEntries(options) } as MessageFormatElement]
      }
      default:
        return [element]
    }
  })
}

const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** A sentence sets its arguments apart where one may run against it. */
function fit(message: IntlMessageFormat, values: Record<string, unknown> = {}): IntlMessageFormat {
  const against =
    words.direction === 'rtl' ||
    Object.values(values).some((value) => typeof value === 'string' && RIGHT_TO_LEFT.test(value))
  if (!against) return message
  const known = isolated.get(message)
  if (known) return known
  const fresh = new IntlMessageFormat(setApart(message.getAst()), message.resolvedOptions().locale)
  isolated.set(message, fresh)
  return fresh
}

const localeOfEnglish = (): string => (words.language === 'en' ? words.locale : 'en')

interface ArgumentTypes<Value> {
  ICUArgument: Value
  ICUNumberArgument: number
  ICUDateArgument: Date | number
}

type Arguments<M extends string, Value> = M extends `${string}{${string}`
  ? GetICUArgs<M, ArgumentTypes<Value>>
  : Record<never, never>

type TagNames<M extends string> = M extends `${string}</${infer Name}>${infer Rest}`
  ? Name | TagNames<Rest>
  : never

/** One function for each tag of a message: it receives the words inside the tag. */
type Tags<M extends string> = Record<TagNames<M>, (inner: ReactNode) => ReactNode>

type Values<M extends string> = string extends M
  ? never
  : keyof Arguments<M, string | number> extends never
    ? []
    : [values: Arguments<M, string | number>]

/**
 * The message in the person's language. It must be a literal: the catalogue is made of the literals
 * in the sources. A long message is a template literal of several lines.
 */
export function say<const M extends string>(message: M, ...[values]: Values<M>): string
export function say(message: string, values?: Record<string, string | number>): string {
  const text = compile(message)
  return typeof text === 'string' ? text : String(fit(text, values).format(values))
}

type ElementValues<M extends string> = Arguments<M, ReactNode> & Tags<M>

type SayProps<M extends string> = string extends M
  ? { text: never }
  : keyof ElementValues<M> extends never
    ? { text: M }
    : { text: M; values: ElementValues<M> }

/** Parts of a sentence. They never change their places, so they need no keys. */
const together = (parts: ReactNode): ReactNode =>
  createElement(Fragment, undefined, ...(Array.isArray(parts) ? parts : [parts]))

/** A sentence with elements inside: a tag of the message becomes an element, an argument may be one. */
export function Say<const M extends string>(props: SayProps<M> & { text: M }): ReactNode
export function Say({ text, values }: { text: string; values?: Record<string, unknown> }) {
  const message = compile(text)
  if (typeof message === 'string') return message
  const inserted = Object.fromEntries(
    Object.entries(values ?? {}).map(([name, value]) => [
      name,
      typeof value === 'function' ? (inner: ReactNode) => value(together(inner)) : value,
    ]),
  ) as Record<string, ReactNode>
  return together(fit(message, values).format<ReactNode>(inserted) as ReactNode)
}
