// Renders the whole interface with the fake engine.

import { createMemoryHistory } from '@tanstack/react-router'
import { type RenderResult, render, screen } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { App } from '#ui/app/App'
import { makeRouter } from '#ui/app/router'
import { makeQueryClient } from '#ui/backend/queryClient'
import { setTransport } from '#ui/backend/transport'
import { type Fake, type Scene, fakeBackend } from './fakeBackend'

export interface RenderedApp extends RenderResult {
  fake: Fake
  user: UserEvent
  /** Errors that were shown as a toast. */
  shownErrors: string[]
  path(): string
  /** The search parameters of the address. */
  search(): object
}

export async function renderApp(
  scene: Scene,
  path: string,
  prepare?: (fake: Fake) => void,
): Promise<RenderedApp> {
  const fake = fakeBackend(scene)
  prepare?.(fake)
  setTransport(fake)
  const shownErrors: string[] = []
  const client = makeQueryClient((error) => shownErrors.push(error.message))
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } })
  const router = makeRouter(createMemoryHistory({ initialEntries: [path] }))
  const shown = render(<App client={client} router={router} />)
  await screen.findByRole('navigation', { name: 'Main' })
  return {
    ...shown,
    fake,
    shownErrors,
    user: userEvent.setup(),
    path: () => router.state.location.pathname,
    search: () => router.state.location.search,
  }
}
