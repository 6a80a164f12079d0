// The language of the window. Kept in this browser or window, like its look. A change reloads the
// window, because constants of modules are translated when they load.

import { readPref, writePref } from './prefs'
import { type Catalogue, setWords } from './say'

/** The languages with a catalogue in `ui/src/words`, each by its own name. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  ja: '日本語',
  zh: '简体中文',
  ar: 'العربية',
} as const
export type Language = keyof typeof LANGUAGES

/** `system` follows the desktop, or the browser. */
export type LanguageChoice = Language | 'system'

const isLanguage = (value: unknown): value is Language =>
  typeof value === 'string' && Object.hasOwn(LANGUAGES, value)

/** The language that was chosen before. What cannot be read, or is no longer offered, is `system`. */
export function rememberedLanguage(): LanguageChoice {
  const kept = readPref<unknown>('language', 'system')
  return isLanguage(kept) ? kept : 'system'
}

/** Language and script: `zh-Hans` for `zh-CN`, `zh-Hant` for `zh-TW`. */
function written(tag: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    return `${language}-${script}`
  } catch {
    // The desktop may name a locale that is none, such as `C`.
    return undefined
  }
}

/**
 * The language of the words, and the locale of dates and numbers: that of the desktop if it is of
 * the same language, so that an Austrian reads Austrian months.
 */
export function resolveLanguage(
  choice: LanguageChoice,
  desktop: readonly string[],
): { language: Language; locale: string } {
  const all = Object.keys(LANGUAGES) as Language[]
  const offered = choice === 'system' ? all : [choice]
  for (const tag of desktop) {
    const language = offered.find((language) => written(language) === written(tag))
    if (language) return { language, locale: tag }
  }
  const language = choice === 'system' ? 'en' : choice
  return { language, locale: language }
}

const RIGHT_TO_LEFT: ReadonlySet<Language> = new Set(['ar'])
export type Direction = 'ltr' | 'rtl'

export const directionOf = (language: Language): Direction =>
  RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr'

/** The direction of the window. */
export const currentDirection = (): Direction =>
  document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'

const catalogues = import.meta.glob<Catalogue>(['../words/*.json', '!../words/en.json'], {
  import: 'default',
})

/**
 * Loads the catalogue of the chosen language and sets the language and direction of the document. If
 * the catalogue cannot be loaded, the window speaks English.
 */
export async function loadLanguage(
  choice: LanguageChoice = rememberedLanguage(),
  desktop: readonly string[] = navigator.languages,
): Promise<void> {
  const { language, locale } = resolveLanguage(choice, desktop)
  const catalogue = await catalogues[`../words/${language}.json`]?.().catch(() => undefined)
  if (language === 'en' || !catalogue) speak('en', language === 'en' ? locale : 'en', {})
  else speak(language, locale, catalogue)
}

function speak(language: Language, locale: string, catalogue: Catalogue): void {
  const direction = directionOf(language)
  setWords({ language, locale, direction, catalogue })
  document.documentElement.lang = locale
  document.documentElement.dir = direction
}

/** Remembers the language and reloads the window in it. */
export function changeLanguage(
  choice: LanguageChoice,
  reload = (): void => window.location.reload(),
): void {
  writePref('language', choice)
  reload()
}
