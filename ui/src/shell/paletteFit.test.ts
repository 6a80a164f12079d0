import { expect, test } from 'vitest'
import { paletteFit } from './paletteFit'

const COMMANDS: Array<[label: string, words: string]> = [
  ['Practise on the sample page', 'tea tutorial first steps'],
  ['Export JSON', ''],
  ['Skills', 'installed'],
  ['Install privately', ''],
  ['Uninstall', 'remove delete ability'],
  ['Settings', 'agents targets folders'],
]
const found = (search: string): string[] =>
  COMMANDS.map(([label, words]) => ({ label, fit: paletteFit(label, words, search) }))
    .filter(({ fit }) => fit > 0)
    .toSorted((a, b) => b.fit - a.fit)
    .map(({ label }) => label)

test('what begins a word of the label comes first, then what is within it, then keywords', () => {
  expect(found('inst')).toEqual(['Install privately', 'Uninstall', 'Skills'])
  expect(found('priv')).toEqual(['Install privately'])
  expect(found('inst priv')).toEqual(['Install privately'])
})

test('letters that are only scattered over a row or within a keyword do not fit', () => {
  expect(found('psp'), 'p…s…p of “Practise on the sample page”').toEqual([])
  expect(found('stalled'), 'within a keyword').toEqual([])
  expect(found('ins page')).toEqual([])
})

test('case, accents of the typed script and punctuation do not matter', () => {
  expect(paletteFit('Über „Größe“', '', 'über grö')).toBeGreaterThan(0)
  expect(paletteFit('添加新客户', '', '添加')).toBeGreaterThan(0)
  expect(paletteFit('add-customer', '', 'customer')).toBeGreaterThan(0)
})

test('everything fits an empty search', () => {
  expect(found('  ')).toHaveLength(COMMANDS.length)
})
