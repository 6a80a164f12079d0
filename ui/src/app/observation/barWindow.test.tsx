import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { session } from '#ui/test/fixtures'
import { renderApp } from '#ui/test/renderApp'

/** A browser with the API: its small window is a frame. Returns the windows that were opened. */
function withBarWindow(): Window[] {
  const opened: Window[] = []
  window.documentPictureInPicture = {
    requestWindow: async () => {
      const frame = document.createElement('iframe')
      document.body.append(frame)
      const small = frame.contentWindow as Window
      small.close = () => {
        small.dispatchEvent(new Event('pagehide'))
        frame.remove()
      }
      opened.push(small)
      return small
    },
  }
  return opened
}

afterEach(() => {
  delete window.documentPictureInPicture
  document.documentElement.removeAttribute('data-theme')
})

const banner = () => screen.findByRole('region', { name: 'Observation' })

test('where the browser has no small window, nothing offers one', async () => {
  await renderApp('capturing', '/skills')
  expect(within(await banner()).queryByRole('button', { name: 'Keep in sight' })).toBeNull()
})

test('the small window shows the bar in the look of the window, works, and closes', async () => {
  const opened = withBarWindow()
  const { user, fake } = await renderApp('capturing', '/skills', (fake) =>
    fake.on('POST /api/learn/sessions/*/pause', () => ({ session: session({ state: 'paused' }) })),
  )
  const open = within(await banner()).getByRole('button', { name: 'Keep in sight' })
  document.documentElement.dataset.theme = 'dark'
  await user.click(open)
  await waitFor(() => expect(opened).toHaveLength(1))
  const small = opened[0]!.document
  const bar = await within(small.body).findByRole('region', { name: 'Observation' })
  expect(bar).toHaveTextContent(/Watching Browser, Terminal.*7 actions/)
  expect(await within(small.body).findByText(/Last action:/)).toBeVisible()
  expect(small.documentElement.dataset.theme).toBe('dark')
  document.documentElement.dataset.theme = 'light'
  await waitFor(() => expect(small.documentElement.dataset.theme).toBe('light'))

  within(bar).getByRole('button', { name: 'Pause' }).click()
  await waitFor(() => expect(fake.calls.some((call) => call.path.endsWith('/pause'))).toBe(true))

  await user.click(within(await banner()).getByRole('button', { name: 'Close the small window' }))
  expect(await within(await banner()).findByRole('button', { name: 'Keep in sight' })).toBeVisible()
})

test('its keys open and close it, also while it has the focus', async () => {
  const opened = withBarWindow()
  const { user } = await renderApp('capturing', '/skills')
  await banner()
  await user.keyboard('mw')
  await waitFor(() => expect(opened).toHaveLength(1))
  await within(await banner()).findByRole('button', { name: 'Close the small window' })
  for (const key of ['m', 'w'])
    opened[0]!.document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  await within(await banner()).findByRole('button', { name: 'Keep in sight' })
})
