// Reads the sources and the catalogues. `npm run words` writes `en.json`, which lists every message of
// the window, and says what each language lacks.

import {
  type MessageFormatElement,
  TYPE,
  parse as parseIcu,
} from '@formatjs/icu-messageformat-parser'
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LANGUAGES } from './lib/language'
import { messagesOf, parse, readSources, unsaid } from './test/messages'

const fileOf = (language: string): string => `src/words/${language}.json`
const read = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(fileOf(language), 'utf8'))

const sources = readSources()
const found = sources.map(messagesOf)
const messages = found.flatMap((file) => file.messages)
const keys = [...new Set(messages.map(({ key }) => key))].toSorted()
const translated = Object.keys(LANGUAGES).filter((language) => language !== 'en')

/** Names of arguments with how they are used, and names of tags, each once. */
function partsOf(elements: MessageFormatElement[]): string[] {
  const parts = elements.flatMap((element): string[] => {
    switch (element.type) {
      case TYPE.argument:
        return [`{${element.value}}`]
      case TYPE.number:
      case TYPE.date:
      case TYPE.time:
        return [`{${element.value}}`]
      case TYPE.plural:
      case TYPE.select:
        return [
          `{${element.value}}`,
          ...Object.values(element.options).flatMap(({ value }) => partsOf(value)),
        ]
      case TYPE.tag:
        return [`<${element.value}>`, ...partsOf(element.children)]
      default:
        return []
    }
  })
  return [...new Set(parts)].toSorted()
}

/** The plural forms that a language has and a message lacks. */
function lackingPlurals(language: string, elements: MessageFormatElement[]): string[] {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  // Spanish and French have a form for millions, which the messages of the window do not count.
  const needed = pluralCategories.filter(
    (form) => form !== 'many' || !['es', 'fr'].includes(language),
  )
  return elements.flatMap((element) => {
    if (element.type === TYPE.tag) return lackingPlurals(language, element.children)
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return []
    const lacking =
      element.type === TYPE.plural && element.pluralType === 'cardinal'
        ? needed.filter((form) => !(form in element.options))
        : []
    return [
      ...lacking,
      ...Object.values(element.options).flatMap(({ value }) => lackingPlurals(language, value)),
    ]
  })
}

test('everything that is said is a literal', () => {
  expect(found.flatMap(({ unreadable }) => unreadable)).toEqual([])
})

test('every English message is an ICU message, and only elements have tags', () => {
  const wrong = messages.flatMap(({ key, element, place }) => {
    try {
      const tags = partsOf(parseIcu(key)).filter((part) => part.startsWith('<'))
      return tags.length > 0 && !element ? [`${place} ${key}: tags need <Say>`] : []
    } catch (error) {
      return [`${place} ${key}: ${String(error)}`]
    }
  })
  expect(wrong).toEqual([])
})

test('en.json lists every message', () => {
  if (process.env.UPDATE_WORDS) {
    const fresh = Object.fromEntries(keys.map((key) => [key, key]))
    writeFileSync(fileOf('en'), `${JSON.stringify(fresh, null, 2)}\n`)
    for (const language of translated) {
      const catalogue = read(language)
      const lacking = keys.filter((key) => !(key in catalogue))
      console.info(`${language}: ${lacking.length} of ${keys.length} messages to translate`)
    }
    return
  }
  const listed = Object.keys(read('en'))
  const lacks = keys.filter((key) => !listed.includes(key))
  const unused = listed.filter((key) => !keys.includes(key))
  expect({ lacks, unused }, 'Run `npm run words` and commit the result.').toEqual({
    lacks: [],
    unused: [],
  })
})

test.each(translated)('the catalogue of %s fits the messages', (language) => {
  const catalogue = read(language)
  const known = new Set(keys)
  const wrong = Object.entries(catalogue).flatMap(([key, translation]) => {
    if (!known.has(key)) return [`${key}: no message of the window`]
    if (!translation.trim()) return [`${key}: empty`]
    try {
      const elements = parseIcu(translation)
      const [has, needs] = [partsOf(elements), partsOf(parseIcu(key))]
      if (has.join() !== needs.join()) return [`${key}: has ${has.join()}, needs ${needs.join()}`]
      const lacking = lackingPlurals(language, elements)
      return lacking.length > 0 ? [`${key}: lacks the plural ${lacking.join(', ')}`] : []
    } catch (error) {
      return [`${key}: ${String(error)}`]
    }
  })
  expect(wrong).toEqual([])
})

/** What is the same in every language. */
const EXCEPTIONS: ReadonlyArray<{ what: RegExp; why: string }> = [
  { what: /^(Apprentice|Anthropic|Ollama|bash|zsh|fish|npx)$/, why: 'a name' },
  { what: /^(Alt|Ctrl|Del|Esc)$/, why: 'what stands on a key' },
  {
    what: /^(https?:\/\/|\/home\/|-----BEGIN |me@|owner\/repo|wiki\.)/,
    why: 'an example of an address, path or key',
  },
  { what: /\.(csv|json|md|txt|py)\b/, why: 'an example of a file, or its name' },
  { what: /^-y @|^weather$/, why: 'an example of arguments, and of the name of a server' },
  { what: /^[A-Z_]+$/, why: 'a code of the engine, or a name of a variable' },
  { what: /\{month\}/, why: 'an example of the steps of a task' },
]

const isException = (text: string): boolean => EXCEPTIONS.some(({ what }) => what.test(text))

test('the scan finds words between tags, in attributes, properties, conditions and templates', () => {
  const file = parse(
    'x.tsx',
    `const a = { label: 'One', id: 'two' }
     const b = <p title="Three" className="four">Five {n} {ok ? 'Six' : say('Seven')} {'…'} &nbsp;</p>
     const c = <Row label={\`Eight \${n}\`} what={say('Nine')} hint={ok && 'Ten' + n}>{say('x')}</Row>
     const d = <Say text="Eleven" />`,
  )
  expect(unsaid(file, isException).map((line) => line.split(' ').slice(1).join(' '))).toEqual([
    'One',
    'Three',
    'Five',
    'Six',
    'Eight',
    'Ten',
  ])
})

test('what a person reads is said', () => {
  expect(sources.flatMap((file) => unsaid(file, isException))).toEqual([])
})
