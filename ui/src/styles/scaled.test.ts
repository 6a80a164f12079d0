import { join } from 'node:path'
import { readFileSync } from 'node:fs'
import { preprocessCSS, resolveConfig } from 'vite'
import { expect, test } from 'vitest'

const config = await resolveConfig({ logLevel: 'error' }, 'build')
const built = async (css: string, name = 'some.css'): Promise<string> =>
  (await preprocessCSS(css, join(import.meta.dirname, name), config)).code

test.each([
  ['a { height: 30px }', 'a { height: 1.875rem }'],
  ['a { margin: -5px 0 }', 'a { margin: -0.3125rem 0 }'],
  ['a { font: 12px/1.6 x }', 'a { font: 0.75rem/1.6 x }'],
  ['a { width: min(580px, calc(100vw - 32px)) }', 'a { width: min(36.25rem, calc(100vw - 2rem)) }'],
  ['a { border: 1px solid; inset: 1.5px }', 'a { border: 1px solid; inset: 1.5px }'],
  ['a { width: var(--w12px) }', 'a { width: var(--w12px) }'],
  ['@media (max-width: 640px) { a { top: 0 } }', '@media (max-width: 640px) { a { top: 0 } }'],
])('%s becomes %s', async (written, expected) => {
  expect(await built(written)).toBe(expected)
})

test('a page of larger text is narrow sooner', async () => {
  expect(await built('@container page (max-width: 560px) { a { top: 0 } }')).toBe(
    '@container page (max-width: 35rem) { a { top: 0 } }' +
      '@media (max-width: 612px) { a { top: 0 } }',
  )
})

test('text within a drawing stays in the units of the drawing', async () => {
  const flow = 'domain/flow/Flow.module.css'
  const path = join(import.meta.dirname, '..', flow)
  const css = await preprocessCSS(readFileSync(path, 'utf8'), path, config)
  expect(css.code.match(/font-size: \d+px/g)).toHaveLength(5)
})
