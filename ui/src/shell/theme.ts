// The theme: light, dark or system. The settings hold it; it is stored here too, so that the first
// paint is right.

import { readPref, writePref } from '#ui/lib/prefs'

export type Theme = 'light' | 'dark' | 'system'

export function applyTheme(theme: Theme): void {
  writePref('theme', theme)
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

export const rememberedTheme = (): Theme => readPref<Theme>('theme', 'system')
