import { afterEach, expect, test } from 'vitest'
import {
  USUAL_LOOK,
  applyLook,
  currentLook,
  nextTextSize,
  rememberedLook,
  rowHeight,
  scaled,
} from './look'

const root = document.documentElement

afterEach(() => applyLook(USUAL_LOOK))

test('a look is applied at once and remembered', () => {
  applyLook({ textSize: 125 })
  applyLook({ density: 'compact' })
  expect(root.style.fontSize).toBe('20px')
  expect(root.dataset.density).toBe('compact')
  expect(rememberedLook()).toEqual({ textSize: 125, density: 'compact' })
  applyLook(USUAL_LOOK)
  expect(root.style.fontSize).toBe('')
  expect(root.dataset.density).toBeUndefined()
  expect(currentLook()).toEqual(USUAL_LOOK)
})

test.each([
  ['null'],
  ['7'],
  ['{"textSize":400,"density":"airy"}'],
  ['{"textSize":"125"}'],
  ['not JSON'],
])('what was not kept by this version is the usual look: %s', (kept) => {
  localStorage.setItem('apprentice.ui.look', kept)
  expect(rememberedLook()).toEqual(USUAL_LOOK)
})

test('text stops growing and shrinking at the ends', () => {
  expect(nextTextSize(100, 1)).toBe(110)
  expect(nextTextSize(150, 1)).toBe(150)
  expect(nextTextSize(100, -1)).toBe(90)
  expect(nextTextSize(90, -1)).toBe(90)
})

test('rows and pixels follow the look', () => {
  expect(scaled(38, { textSize: 150, density: 'compact' })).toBe(57)
  expect(rowHeight(38, USUAL_LOOK)).toBe(38)
  expect(rowHeight(38, { textSize: 100, density: 'compact' })).toBe(30)
  expect(rowHeight(38, { textSize: 150, density: 'compact' })).toBe(46)
})
