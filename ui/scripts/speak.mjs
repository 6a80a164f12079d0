// Uses a page in another language: the scenes name controls and texts in English, and these names
// are looked up in the catalogue of the window's language.
import { TYPE, parse } from '@formatjs/icu-messageformat-parser'
import { readFileSync } from 'node:fs'

/** Around an argument of a sentence that reads from right to left. */
const APART = '[\\u2068\\u2069]*'
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * The forms of a message, one for each choice of its plurals: a list of texts and names of
 * arguments.
 */
function formsOf(elements) {
  return elements.reduce(
    (forms, element) => {
      const ends = endsOf(element)
      return forms.flatMap((form) => ends.map((end) => [...form, ...end]))
    },
    [[]],
  )
}

function endsOf(element) {
  switch (element.type) {
    case TYPE.literal:
      return [[{ text: element.value }]]
    case TYPE.tag:
      return formsOf(element.children)
    case TYPE.plural:
    case TYPE.select:
      return Object.values(element.options).flatMap(({ value }) => formsOf(value))
    case TYPE.pound:
      return [[{ name: '#' }]]
    default:
      return [[{ name: element.value }]]
  }
}

const sourceOf = (form, argument) =>
  form.map(({ text, name }) => (name ? argument(name) : escaped(text))).join('')

/** The arguments with which a form is the text. */
function valuesOf(form, text) {
  const names = form.flatMap(({ name }) => name ?? [])
  const fits = new RegExp(`^${sourceOf(form, () => '(.+)')}$`, 'i').exec(text)
  // A message that is all argument would be every text.
  if (!fits || !form.some((part) => /\p{L}/u.test(part.text ?? ''))) return undefined
  return Object.fromEntries(names.map((name, at) => [name, fits[at + 1]]))
}

/** The wanted text, how it is compared, and the beginning of an expression such as `/^Inbox/`. */
function wantedOf(matcher, exact) {
  if (typeof matcher === 'string')
    return { text: matcher, exact, pattern: new RegExp(escaped(matcher), 'i') }
  return { text: matcher.source.replace(/^\^/, ''), exact: false, pattern: matcher }
}

/** The page, whose names are looked up in `ui/src/words/<language>.json`. */
export function inLanguage(page, language) {
  const file = new URL(`../src/words/${language}.json`, import.meta.url)
  const words = JSON.parse(readFileSync(file, 'utf8'))
  const catalogue = Object.entries(words).map(([english, translation]) => ({
    english: formsOf(parse(english)),
    translated: formsOf(parse(translation)),
  }))
  const found = new Map()

  /** An expression for whatever the language says instead, or the text itself, as of the engine. */
  function translate(matcher, exact) {
    const key = `${matcher} ${exact}`
    if (!found.has(key)) found.set(key, search(wantedOf(matcher, exact)))
    return found.get(key)
  }

  function search({ text, exact, pattern }) {
    const whole = sayings(text)
    const parts = whole.length > 0 ? [] : headSayings(text)
    const around = exact || whole.length + parts.length > 0 ? [] : sayingsAround(pattern)
    const own = pattern.source.replace(/^\^/, '')
    const all = [...new Set([own, ...whole, ...parts, ...around])].join('|')
    const start = exact || pattern.source.startsWith('^') ? String.raw`^\s*` : ''
    return new RegExp(`${start}(?:${all})${exact ? String.raw`\s*$` : ''}`, 'i')
  }

  /** What the language says instead of exactly this text. */
  const sayings = (text) =>
    catalogue.flatMap(({ english, translated }) =>
      english.flatMap((form) => {
        const values = valuesOf(form, text)
        if (!values) return []
        return translated.map((other) =>
          sourceOf(other, (name) => APART + valueSource(values[name] ?? '') + APART),
        )
      }),
    )

  /** An argument is a text of the engine, or words of the window. */
  function valueSource(value) {
    const said = sayings(value)
    if (said.length > 0) return `(?:${[escaped(value), ...said].join('|')})`
    if (value === '' || value.split(', ').some((part) => sayings(part).length > 0)) return '.+'
    return `${escaped(value)}.*?`
  }

  /** A label with a number or a colon behind it: `Rejected 1`, `Time:`. */
  function headSayings(text) {
    const [, head, tail] = /^(.+?)(:| \d+)$/.exec(text) ?? []
    return head
      ? sayings(head).map((said) => said + (tail === ':' ? '' : `\\s*${tail.trim()}`))
      : []
  }

  /** What the language says instead of every message that contains the text. */
  const sayingsAround = (pattern) =>
    catalogue.flatMap(({ english, translated }) =>
      english.some((form) => pattern.test(form.map(({ text }) => text ?? '').join('')))
        ? translated.map((other) => sourceOf(other, () => '.*?'))
        : [],
    )

  const NAMED = {
    getByRole: ([role, options = {}]) => [
      role,
      options.name === undefined
        ? options
        : { ...options, name: translate(options.name, Boolean(options.exact)) },
    ],
    getByText: ([text, options]) => [translate(text, Boolean(options?.exact))],
    getByLabel: ([text, options]) => [translate(text, Boolean(options?.exact))],
    filter: ([options]) => [
      options.hasText ? { ...options, hasText: translate(options.hasText, false) } : options,
    ],
  }
  /** Somebody types the words of their language, too. */
  const typed = (text) => (Object.hasOwn(words, text) ? words[text] : text)
  const CHAINED = new Set([...Object.keys(NAMED), 'first', 'last', 'nth', 'locator'])

  const speaking = (target) =>
    new Proxy(target, {
      get(object, property) {
        const value = object[property]
        if (property === 'keyboard')
          return { press: (key) => value.press(key), type: (text) => value.type(typed(text)) }
        if (typeof value !== 'function') return value
        if (property === 'all') return async () => (await object.all()).map(speaking)
        if (!CHAINED.has(property)) return value.bind(object)
        return (...given) => speaking(value.apply(object, NAMED[property]?.(given) ?? given))
      },
    })
  return speaking(page)
}
