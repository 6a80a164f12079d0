import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Refusal } from '#ui/test/fakeBackend'
import * as world from '#ui/test/fixtures'
import { renderApp } from '#ui/test/renderApp'

const FEED = 'https://example.org/apprentice/latest.json'
const announced = {
  current: '0.1.0',
  announced: '0.2.0',
  newer: true,
  notes: 'Reads more dialects.',
  published_at: '2026-11-01T10:00:00Z',
  schema_version: 1,
}

const withFeed = (answer: () => unknown) =>
  renderApp('ready', '/settings#updates', (fake) => {
    fake.on('GET /api/settings', () => ({
      ...world.SETTINGS,
      settings: { ...world.SETTINGS.settings, update_feed: FEED },
    }))
    fake.on('POST /api/updates/check', answer)
  })

test('without an address nothing can be asked, and a saved one is kept', async () => {
  const { fake, user } = await renderApp('ready', '/settings#updates')
  expect(await screen.findByRole('button', { name: 'Check for updates' })).toBeDisabled()
  await user.type(screen.getByLabelText('Where new versions are announced'), ` ${FEED}{Enter}`)
  await waitFor(() =>
    expect(
      fake.calls.findLast(({ method, path }) => method === 'PUT' && path === '/api/settings')?.body,
    ).toMatchObject({ update_feed: FEED }),
  )
  expect(fake.calls.some(({ path }) => path === '/api/updates/check')).toBe(false)
})

test('what is announced is shown with its words', async () => {
  const { user } = await withFeed(() => announced)
  await user.click(await screen.findByRole('button', { name: 'Check for updates' }))
  expect(await screen.findByText('Apprentice 0.2.0 is there.')).toBeVisible()
  expect(screen.getByText('Reads more dialects.')).toBeVisible()
})

test('when there is none newer, that is said, and why nobody answered', async () => {
  let answers = false
  const { user } = await withFeed(() => {
    if (!answers)
      throw new Refusal(
        503,
        'ADAPTER_UNAVAILABLE',
        'Whether there is a newer version could not be learned: 404.',
      )
    return { ...announced, announced: '0.1.0', newer: false }
  })
  await user.click(await screen.findByRole('button', { name: 'Check for updates' }))
  expect(await screen.findByText(/could not be learned: 404/)).toBeVisible()
  answers = true
  await user.click(screen.getByRole('button', { name: 'Check for updates' }))
  expect(await screen.findByText('You have 0.1.0. There is none newer.')).toBeVisible()
})
