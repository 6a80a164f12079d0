import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Refusal } from '#ui/test/fakeBackend'
import { renderApp } from '#ui/test/renderApp'

test('an engine that cannot open its home says why on every page, until it can', async () => {
  let mended = false
  const message = 'The database is damaged. Nothing was changed. Run `apprentice repair database`.'
  const { fake } = await renderApp('empty', '/learn/new', (fake) =>
    fake.on('GET /api/learn/runtime/current', () => {
      if (!mended) throw new Refusal(500, 'INTERNAL', message)
      return { current: null }
    }),
  )
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The database is damaged. Nothing was changed. Run apprentice repair database.',
  )
  mended = true
  fake.drop()
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull(), { timeout: 8000 })
})
