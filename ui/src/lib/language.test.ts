import { afterEach, expect, test, vi } from 'vitest'
import {
  changeLanguage,
  currentDirection,
  loadLanguage,
  rememberedLanguage,
  resolveLanguage,
} from './language'
import { writePref } from './prefs'
import { locale, say, setWords } from './say'

afterEach(() => {
  setWords()
  document.documentElement.lang = 'en'
  document.documentElement.dir = 'ltr'
})

test.each([
  // The desktop's list, the language, the locale.
  [['de-AT', 'en'], 'de', 'de-AT'],
  [['nl', 'fr-CA', 'de'], 'fr', 'fr-CA'],
  [['zh-CN'], 'zh', 'zh-CN'],
  // Traditional script is not simplified script.
  [['zh-TW', 'ja-JP'], 'ja', 'ja-JP'],
  [['zh-TW'], 'en', 'en'],
  [['ar-EG'], 'ar', 'ar-EG'],
  [['C', ''], 'en', 'en'],
  [[], 'en', 'en'],
])('the desktop’s %j is followed with %s (%s)', (desktop, language, locale) => {
  expect(resolveLanguage('system', desktop)).toEqual({ language, locale })
})

test('a chosen language is written as where the person lives', () => {
  expect(resolveLanguage('en', ['de-DE', 'en-GB'])).toEqual({ language: 'en', locale: 'en-GB' })
  expect(resolveLanguage('ja', ['de-DE'])).toEqual({ language: 'ja', locale: 'ja' })
})

test('a language is remembered, and what is not offered is the desktop’s', () => {
  const reload = vi.fn<() => void>()
  expect(rememberedLanguage()).toBe('system')
  changeLanguage('fr', reload)
  expect(reload).toHaveBeenCalledOnce()
  expect(rememberedLanguage()).toBe('fr')
  for (const odd of ['tlh', 'toString', 7, null]) {
    writePref('language', odd)
    expect(rememberedLanguage()).toBe('system')
  }
})

test('loading sets the language and the direction of the document', async () => {
  await loadLanguage('ar', ['en-GB'])
  expect(document.documentElement).toHaveAttribute('lang', 'ar')
  expect(currentDirection()).toBe('rtl')
  expect(say('Language')).toBe('اللغة')
  await loadLanguage('system', ['en-GB'])
  expect(document.documentElement).toHaveAttribute('lang', 'en-GB')
  expect(currentDirection()).toBe('ltr')
  expect(say('Language')).toBe('Language')
  expect(locale()).toBe('en-GB')
})
