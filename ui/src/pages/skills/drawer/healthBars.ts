// The geometry of the health chart: one stacked bar per run, the newest at the right. Pure, for the
// test.

import type { Schemas } from '#ui/backend/types'
import { say } from '#ui/lib/say'

type Run = Schemas['AbilityRun']

export interface Bar {
  key: string
  x: number
  width: number
  parts: Array<{ kind: 'reached' | 'skipped' | 'failed'; y: number; height: number }>
  /** The tooltip and the accessible name. */
  label: string
}

/** The most bars that fit. */
const MAX_BARS = 60

export function healthBars(runs: readonly Run[], width: number, height: number): Bar[] {
  const shown = runs.slice(-MAX_BARS)
  const most = Math.max(1, ...shown.map((run) => run.reached + run.skipped + run.failed))
  const slot = Math.min(width / Math.max(shown.length, 12), 24)
  return shown.map((run, at) => {
    let y = height
    const parts = (['reached', 'skipped', 'failed'] as const).flatMap((kind) => {
      const tall = (run[kind] / most) * height
      y -= tall
      return run[kind] > 0 ? [{ kind, y, height: tall }] : []
    })
    return {
      key: run.run_id,
      x: width - (shown.length - at) * slot,
      width: Math.max(2, slot - 2),
      parts,
      label: say('{reached} reached, {skipped} skipped, {failed} failed', {
        reached: run.reached,
        skipped: run.skipped,
        failed: run.failed,
      }),
    }
  })
}

/** The chart as a sentence, for screen readers. */
export function summarizeRuns(runs: readonly Run[]): string {
  const sum = (kind: 'reached' | 'skipped' | 'failed'): number =>
    runs.reduce((total, run) => total + run[kind], 0)
  const good = runs.filter((run) => run.failed === 0).length
  return say(
    `{count, plural, one {# run} other {# runs}}, {good} without a failure: {reached} checkpoints
    reached, {skipped} skipped, {failed} failed.`,
    {
      count: runs.length,
      good,
      reached: sum('reached'),
      skipped: sum('skipped'),
      failed: sum('failed'),
    },
  )
}
