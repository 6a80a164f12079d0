import { act, screen, waitFor, within } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, expect, test, vi } from 'vitest'
import { renderApp } from '#ui/test/renderApp'

const strip = (): HTMLElement => screen.getByRole('region', { name: 'Notices' })

afterEach(() => {
  vi.useRealTimers()
  act(() => void toast.dismiss())
})

test('a notice is shown below the page, and undoing it closes it', async () => {
  const undo = vi.fn<() => void>()
  const { user } = await renderApp('ready', '/learn/pending')
  act(() => void toast.success('Removed.', { action: { label: 'Undo', onClick: undo } }))
  const notice = await within(strip()).findByText('Removed.')
  expect(getComputedStyle(strip()).position, 'it takes room, and covers nothing').not.toBe('fixed')
  expect(notice.closest('[aria-live=polite]')).not.toBeNull()
  await user.click(within(strip()).getByRole('button', { name: 'Undo' }))
  expect(undo).toHaveBeenCalledOnce()
  await waitFor(() => expect(within(strip()).queryByText('Removed.')).toBeNull())
})

test('a notice goes by itself, but not while somebody is at it', async () => {
  const { user } = await renderApp('ready', '/learn/pending')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  act(() => void toast('It stays.', { duration: 60_000 }))
  await user.hover(await within(strip()).findByText('It stays.'))
  await act(() => vi.advanceTimersByTimeAsync(90_000))
  expect(within(strip()).getByText('It stays.')).toBeVisible()
  await user.unhover(strip())
  await act(() => vi.advanceTimersByTimeAsync(61_000))
  await waitFor(() => expect(within(strip()).queryByText('It stays.')).toBeNull())
})

test('many notices take little room: the newest are shown, the others counted', async () => {
  await renderApp('ready', '/learn/pending')
  act(() => {
    for (let n = 1; n <= 5; n += 1) toast.error(`Failure ${n}`, { duration: Infinity })
  })
  expect(await within(strip()).findByText('Failure 5')).toBeVisible()
  await waitFor(() => expect(within(strip()).getByText('2 more')).toBeVisible())
  expect(within(strip()).queryByText('Failure 1')).toBeNull()
})

test('a notice can be answered while a dialog is open, which stays open', async () => {
  const { user } = await renderApp('ready', '/learn/pending/01900000-0000-7000-8000-000000000002')
  await user.click(await screen.findByRole('button', { name: 'Reject' }))
  act(() => void toast('Look here.', { duration: Infinity }))
  // What is outside an open dialog is hidden from roles.
  await user.click(await screen.findByLabelText('Close this notice'))
  expect(screen.getByRole('dialog', { name: 'Reject this draft?' })).toBeVisible()
})
