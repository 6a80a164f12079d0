import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { CHECKPOINTS, CHECKPOINT_RECEIPTS } from '#ui/test/fixtures'
import { CheckpointProgress } from './CheckpointProgress'

const row = (goal: string): HTMLElement =>
  screen.getByText(goal, { exact: false }).closest('li') as HTMLElement

test('each checkpoint says in words how it stands, in its order', () => {
  render(
    <CheckpointProgress
      checkpoints={CHECKPOINTS.toReversed()}
      receipts={CHECKPOINT_RECEIPTS.slice(0, 3)}
    />,
  )
  const rows = screen.getAllByRole('listitem')
  expect(rows.map((item) => within(item).getByRole('button').textContent)).toEqual([
    expect.stringMatching(/Merged changes.*Reached.*seen/),
    expect.stringMatching(/A draft page.*Reached.*seen/),
    expect.stringMatching(/Reviewers.*optional.*Skipped/),
    expect.stringMatching(/published and readable.*Not yet reached/),
  ])
  expect(screen.getByText('2 of 4')).toBeVisible()
  expect(screen.getByRole('progressbar', { name: 'Checkpoints reached' })).toHaveAttribute(
    'aria-valuenow',
    '2',
  )
})

test('the shield stands only where Apprentice saw it itself', () => {
  render(
    <CheckpointProgress checkpoints={CHECKPOINTS} receipts={CHECKPOINT_RECEIPTS.slice(2, 4)} />,
  )
  expect(within(row('The page is published')).getByText('Reached')).toBeVisible()
  expect(screen.queryByText('seen')).toBeNull()
})

test('evidence and reason are shown on expand', async () => {
  const user = userEvent.setup()
  render(
    <CheckpointProgress checkpoints={CHECKPOINTS} receipts={CHECKPOINT_RECEIPTS.slice(0, 3)} />,
  )
  expect(screen.queryByText(/exit 0 and 14 lines/)).toBeNull()
  const first = within(row('Merged changes')).getByRole('button')
  await user.click(first)
  expect(first).toHaveAttribute('aria-expanded', 'true')
  expect(screen.getByText(/exit 0 and 14 lines/)).toBeVisible()
  await user.click(within(row('Reviewers')).getByRole('button'))
  expect(screen.getByText(/No reviewers were found/)).toBeVisible()
})

test('what the observer saw outweighs the word of the agent, and the dispute is shown', () => {
  render(<CheckpointProgress checkpoints={CHECKPOINTS} receipts={CHECKPOINT_RECEIPTS} />)
  const last = row('The page is published')
  expect(within(last).getByText('Failed')).toBeVisible()
  expect(within(last).getByText('word ≠ evidence')).toBeVisible()
  expect(
    within(last).getByText(/Reading the page again shows “Draft”/),
    'shown without being asked',
  ).toBeVisible()
  expect(within(last).getByText(/I pressed Publish/)).toBeVisible()
})

test('the latest word of the same speaker counts, and is no dispute', () => {
  const told = CHECKPOINT_RECEIPTS.find((receipt) => receipt.source === 'agent')
  if (!told) throw new Error('fixture')
  const earlier = {
    ...told,
    receipt_id: 'x',
    status: 'failed' as const,
    created_at: '2020-01-01T00:00:00Z',
  }
  render(<CheckpointProgress checkpoints={CHECKPOINTS} receipts={[told, earlier]} />)
  expect(within(row('The page is published')).getByText('Reached')).toBeVisible()
  expect(screen.queryByText('word ≠ evidence')).toBeNull()
})
