import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CHECKPOINTS, CHECKPOINT_RECEIPTS } from '#ui/test/fixtures'
import { CheckpointNews } from './CheckpointNews'

const at = (count: number, result?: string) => (
  <CheckpointNews
    checkpoints={CHECKPOINTS}
    receipts={CHECKPOINT_RECEIPTS.slice(0, count)}
    result={result}
  />
)

test('a screen reader hears each change once, and nothing of what stays', () => {
  const { rerender } = render(at(1))
  const said = screen.getByRole('status')
  expect(said).toHaveTextContent('')
  expect(said.textContent).toBe('')
  rerender(at(2))
  const first = said.textContent
  expect(first).toMatch(/^Reached: A draft page.* 2 of 4\.$/)
  expect(first).not.toMatch(/Merged changes/)
  rerender(at(2))
  expect(said.textContent, 'the same state is the same text, which is not read again').toBe(first)
  rerender(at(3))
  expect(said.textContent).toMatch(/^Skipped: Reviewers.* 2 of 4\.$/)
  rerender(at(3, 'Passed'))
  expect(said.textContent).toBe('Passed.')
})
