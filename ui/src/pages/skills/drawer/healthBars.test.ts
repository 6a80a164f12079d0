import { expect, test } from 'vitest'
import type { Schemas } from '#ui/backend/types'
import { healthBars, summarizeRuns } from './healthBars'

const run = (n: number, reached: number, skipped = 0, failed = 0): Schemas['AbilityRun'] => ({
  run_id: `r${n}`,
  at: '2026-01-01T00:00:00Z',
  reached,
  skipped,
  failed,
  health: 'strong',
})

test('bars are stacked from below and end at the right', () => {
  const [first, last] = healthBars([run(1, 4), run(2, 1, 1, 2)], 240, 40)
  expect(first?.parts).toEqual([{ kind: 'reached', y: 0, height: 40 }])
  expect(last?.parts.map(({ kind, y }) => [kind, y])).toEqual([
    ['reached', 30],
    ['skipped', 20],
    ['failed', 0],
  ])
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeCloseTo(238)
  expect(last?.label).toBe('1 reached, 1 skipped, 2 failed')
})

test('more runs than fit: the newest', () => {
  const many = healthBars(
    Array.from({ length: 200 }, (_, n) => run(n, 1)),
    360,
    40,
  )
  expect(many).toHaveLength(60)
  expect(many.at(-1)?.key).toBe('r199')
  expect(many[0]?.x).toBeGreaterThanOrEqual(0)
})

test('nothing happened in a run: a bar without parts', () => {
  expect(healthBars([run(1, 0)], 100, 40)[0]?.parts).toEqual([])
})

test('the sentence counts runs and checkpoints', () => {
  expect(summarizeRuns([run(1, 4), run(2, 2, 1, 1)])).toBe(
    '2 runs, 1 without a failure: 6 checkpoints reached, 1 skipped, 1 failed.',
  )
})
