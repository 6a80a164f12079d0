import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '..')
const modules = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.module.css'),
)

/** A menu that waits for the end of an animation that never begins stays where it was. */
test('every animation that a module names has keyframes', () => {
  const missing = modules.flatMap((name) => {
    const css = readFileSync(join(folder, name), 'utf8')
    const own = new Set([...css.matchAll(/@keyframes ([\w-]+)/g)].map(([, word]) => word))
    const named = [...css.matchAll(/animation(?:-name)?: ([\w-]+)(?=[ ;])/g)].map(
      ([, word]) => word,
    )
    return named
      .filter((word) => word !== 'none' && word !== 'var' && !own.has(word))
      .map((word) => `${name}: ${word}`)
  })
  expect(modules.length).toBeGreaterThan(20)
  expect(missing).toEqual([])
})
