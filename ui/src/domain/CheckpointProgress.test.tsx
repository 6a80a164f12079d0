import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { CHECKPOINTS, CHECKPOINT_RECEIPTS } from '#ui/test/fixtures'
import { CheckpointProgress } from './CheckpointProgress'

const row = (goal: string): HTMLElement =>
  screen.getByText(goal, { exact: false }).closest('li') as HTMLElement

test('each checkpoint shows its state as text, in order', () => {
  render(
    <CheckpointProgress
      checkpoints={CHECKPOINTS.toReversed()}
      receipts={CHECKPOINT_RECEIPTS.slice(0, 3)}
    />,
  )
  const rows = screen.getAllByRole('listitem')
  expect(rows.map((item) => within(item).getByRole('button').textContent)).toEqual([
    expect.stringMatching(/Merged changes.*Reached.*read again/),
    expect.stringMatching(/A draft page.*Reached.*seen on screen/),
    expect.stringMatching(/Reviewers.*optional.*Skipped/),
    expect.stringMatching(/published and readable.*Not yet reached/),
  ])
  expect(screen.getByText('2 of 4')).toBeVisible()
  expect(screen.getByRole('progressbar', { name: 'Checkpoints reached' })).toHaveAttribute(
    'aria-valuenow',
    '2',
  )
})

test('what failed has a share of the bar of its own', () => {
  const { container } = render(
    <CheckpointProgress checkpoints={CHECKPOINTS} receipts={CHECKPOINT_RECEIPTS} />,
  )
  const failed = container.querySelector('[role=progressbar] [data-failed]')
  expect(failed).toHaveStyle({ width: '25%' })
  expect(screen.getByText('2 of 4')).toBeVisible()
})

test('each receipt says how well it is founded, and only what was read again has the shield', () => {
  const told = CHECKPOINT_RECEIPTS.slice(0, 2).concat(CHECKPOINT_RECEIPTS.slice(3, 4))
  render(<CheckpointProgress checkpoints={CHECKPOINTS} receipts={told} />)
  const shielded = (goal: string): boolean =>
    row(goal).querySelector('svg.lucide-shield-check') !== null
  expect(within(row('Merged changes')).getByText('read again')).toBeVisible()
  expect(shielded('Merged changes')).toBe(true)
  expect(within(row('A draft page')).getByText('seen on screen')).toBeVisible()
  expect(shielded('A draft page')).toBe(false)
  expect(within(row('The page is published')).getByText('said by the agent')).toBeVisible()
  expect(shielded('The page is published')).toBe(false)
})

/** A verdict of the observer that was not reached. */
const refused = (at: number, not_reached: 'refuted' | 'not_seen' | null, reason: string) => ({
  ...CHECKPOINT_RECEIPTS[0]!,
  receipt_id: `r-${at}`,
  checkpoint_id: CHECKPOINTS[at]!.checkpoint_id,
  status: 'failed' as const,
  grade: null,
  not_reached,
  evidence: 'Nothing was seen that matches.',
  reason,
})

test('what the run did not come to is grey by its code, and red is only what was refuted', () => {
  render(
    <CheckpointProgress
      checkpoints={CHECKPOINTS}
      receipts={[
        refused(0, 'not_seen', 'In diesem Lauf kam es nicht vor. “Name” was set to “Eve”.'),
        refused(1, 'refuted', 'It was not seen in this run, and the list shows no such row.'),
        refused(3, null, 'A receipt of an older version.'),
      ]}
    />,
  )
  expect(within(row('Merged changes')).getByText('Not reached')).toBeVisible()
  expect(row('Merged changes')).toHaveTextContent('“Name” was set to “Eve”')
  expect(row('Merged changes')).not.toHaveTextContent('Nothing was seen that matches.')
  expect(within(row('A draft page')).getByText('Failed')).toBeVisible()
  expect(within(row('The page is published')).getByText('Failed')).toBeVisible()
  expect(document.querySelector('svg.lucide-shield-check')).toBeNull()
})

test('a state on the way that was not seen is neither skipped nor counted', () => {
  const checkpoints = CHECKPOINTS.map((checkpoint) =>
    checkpoint.checkpoint_id === 'cp-03'
      ? { ...checkpoint, role: 'progress' as const }
      : checkpoint,
  )
  render(
    <CheckpointProgress checkpoints={checkpoints} receipts={CHECKPOINT_RECEIPTS.slice(0, 3)} />,
  )
  expect(within(row('Reviewers')).getByText('Not seen')).toBeVisible()
  expect(within(row('Reviewers')).getByText('(on the way)')).toBeVisible()
  expect(screen.getByText('2 of 3')).toBeVisible()
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

test('the observer takes precedence over the agent, and the dispute is shown', () => {
  render(<CheckpointProgress checkpoints={CHECKPOINTS} receipts={CHECKPOINT_RECEIPTS} />)
  const last = row('The page is published')
  expect(within(last).getByText('Failed')).toBeVisible()
  expect(within(last).getByText('report ≠ evidence')).toBeVisible()
  expect(
    within(last).getByText(/Reading the page again shows “Draft”/),
    'shown without being asked',
  ).toBeVisible()
  expect(within(last).getByText(/I pressed Publish/)).toBeVisible()
})

test('the latest receipt of the same source counts, and is not a dispute', () => {
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
  expect(screen.queryByText('report ≠ evidence')).toBeNull()
})
