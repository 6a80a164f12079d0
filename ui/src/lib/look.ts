// The size of text and the density of the window. Kept in this browser or window, because screens
// differ: `apprentice serve` on a laptop and the window on a large screen are the same person.

import { createStore, useStore } from './createStore'
import { readPref, writePref } from './prefs'

/** Sizes of text, in per cent of the usual one. */
export const TEXT_SIZES = [90, 100, 110, 125, 150] as const
export type TextSize = (typeof TEXT_SIZES)[number]

export const DENSITIES = ['comfortable', 'compact'] as const
export type Density = (typeof DENSITIES)[number]

export interface Look {
  textSize: TextSize
  density: Density
}

export const USUAL_LOOK: Look = { textSize: 100, density: 'comfortable' }

/** The size of a rem at the usual size of text, in pixels. */
const REM = 16
/** The height of a compact row, as a share of a comfortable one. `tokens.css` has it too. */
const COMPACT = 0.8

const look = createStore<Look>(USUAL_LOOK)

export const useLook = (): Look => useStore(look)
export const currentLook = look.get

/** Applies a look to the window and remembers it. */
export function applyLook(change: Partial<Look>): void {
  const next = { ...look.get(), ...change }
  const root = document.documentElement
  root.style.fontSize = next.textSize === 100 ? '' : `${(REM * next.textSize) / 100}px`
  if (next.density === 'compact') root.dataset.density = next.density
  else delete root.dataset.density
  writePref('look', next)
  look.set(next)
}

/** The look that was chosen before. What cannot be read, or is no longer offered, is the usual. */
export function rememberedLook(): Look {
  const kept = readPref<Partial<Record<keyof Look, unknown>> | null>('look', null)
  return {
    textSize: TEXT_SIZES.find((size) => size === kept?.textSize) ?? USUAL_LOOK.textSize,
    density: DENSITIES.find((density) => density === kept?.density) ?? USUAL_LOOK.density,
  }
}

/** The next larger (`1`) or smaller (`-1`) size of text. The last one stays. */
export const nextTextSize = (size: TextSize, step: 1 | -1): TextSize =>
  TEXT_SIZES[TEXT_SIZES.indexOf(size) + step] ?? size

/** Pixels on the screen for `pixels` of a style sheet. */
export const scaled = (pixels: number, { textSize }: Look = look.get()): number =>
  Math.round((pixels * textSize) / 100)

/** The height of a row on the screen, in pixels. */
export const rowHeight = (pixels: number, { textSize, density }: Look = look.get()): number =>
  Math.round(((pixels * textSize) / 100) * (density === 'compact' ? COMPACT : 1))
