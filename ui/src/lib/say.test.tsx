import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Say, locale, messageKey, say, setWords } from './say'

afterEach(() => setWords())

const german = (catalogue: Record<string, string>): void =>
  setWords({ language: 'de', locale: 'de-AT', direction: 'ltr', catalogue })

const skills = (count: number): string =>
  say('{count, plural, one {# skill} other {# skills}}', { count })
const link = (inner: ReactNode): ReactNode => <a href="/x">{inner}</a>

const shown = (): string =>
  render(
    <p>
      <Say text="Read <link>the guide of {name}</link> first." values={{ link, name: <b>N</b> }} />
    </p>,
  ).container.innerHTML

test('English is said as it is written, with its arguments and plurals', () => {
  expect(say('Install')).toBe('Install')
  expect(say('Don’t ask again')).toBe('Don’t ask again')
  expect(say('Delete {name}?', { name: 'notes' })).toBe('Delete notes?')
  expect([skills(0), skills(1), skills(1200)]).toEqual(['0 skills', '1 skill', '1,200 skills'])
})

test('values are shown as they are, whatever signs they contain', () => {
  expect(say('Delete {name}?', { name: "{count} <b>it's</b> ''" })).toBe(
    "Delete {count} <b>it's</b> ''?",
  )
})

test('a translation replaces the message; numbers are written as in its locale', () => {
  german({
    Install: 'Installieren',
    '{count, plural, one {# skill} other {# skills}}':
      '{count, plural, one {# Skill} other {# Skills}}',
  })
  expect(say('Install')).toBe('Installieren')
  expect(skills(12345)).toMatch(/^12[.\s]345 Skills$/)
  expect(locale()).toBe('de-AT')
})

test('what has no translation is said in English, also names of properties of every object', () => {
  german({})
  expect(say('Install')).toBe('Install')
  expect(say('toString')).toBe('toString')
  expect(skills(1)).toBe('1 skill')
})

test('Arabic has six plurals', () => {
  const message = '{count, plural, one {# skill} other {# skills}}'
  setWords({
    language: 'ar',
    locale: 'ar',
    direction: 'rtl',
    catalogue: {
      [message]: '{count, plural, zero {z} one {o} two {t} few {f} many {m} other {x}}',
    },
  })
  const said = [0, 1, 2, 3, 11, 100].map(skills)
  expect(said.join('')).toBe('zotfmx')
})

/** FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE, made visible. */
const visible = (text: string): string => text.replaceAll('\u2068', '[').replaceAll('\u2069', ']')

test('in Arabic each argument is set apart, so that a path does not move the words beside it', () => {
  const sentence = '{kind, select, file {File {path}} other {<link>{path}</link>: {reason}}}'
  setWords({ language: 'ar', locale: 'ar', direction: 'rtl', catalogue: {} })
  expect(visible(say('Delete {name}?', { name: '/home/ada (2)' }))).toBe('Delete [/home/ada (2)]?')
  const values = { link, path: '/home/ada', reason: <b>gone</b> }
  const { container } = render(
    <>
      <Say text={sentence} values={{ ...values, kind: 'file' }} />
      <Say text={sentence} values={{ ...values, kind: 'folder' }} />
    </>,
  )
  expect(visible(container.innerHTML)).toBe(
    'File [/home/ada]<a href="/x">[/home/ada]</a>: [<b>gone</b>]',
  )
})

test('in English only a text of another direction is set apart', () => {
  expect(visible(say('Delete {name}?', { name: 'notes' }))).toBe('Delete notes?')
  expect(visible(say('Delete {name} (2)?', { name: 'ملف' }))).toBe('Delete [ملف] (2)?')
  expect(skills(2)).toBe('2 skills')
})

test('the line breaks of a long message are not part of it', () => {
  const long = `The first line
    and the second.`
  expect(messageKey(long)).toBe('The first line and the second.')
  german({ 'The first line and the second.': 'Beide Zeilen.' })
  expect(
    say(`The first line
      and the second.`),
  ).toBe('Beide Zeilen.')
})

test('a tag becomes an element, wherever the translation puts it', () => {
  expect(shown()).toBe('<p>Read <a href="/x">the guide of <b>N</b></a> first.</p>')
  german({
    'Read <link>the guide of {name}</link> first.': '<link>Den Leitfaden von {name}</link> zuerst.',
  })
  expect(shown()).toBe('<p><a href="/x">Den Leitfaden von <b>N</b></a> zuerst.</p>')
})

test('a sentence without arguments needs no values', () => {
  expect(render(<Say text="Nothing here" />).container.innerHTML).toBe('Nothing here')
})

test('the types demand the arguments and tags of a message', () => {
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- only its types matter.
  const neverRun = (text: string): void => {
    // @ts-expect-error The name is missing.
    say('Delete {name}?')
    // @ts-expect-error A count is a number.
    say('{count, plural, one {#} other {#}}', { count: '1' })
    // @ts-expect-error Only literals have a translation.
    say(text)
    // @ts-expect-error The tag has no element.
    void (<Say text="Read <link>it</link>" values={{}} />)
  }
  expect(neverRun).toBeTypeOf('function')
})
