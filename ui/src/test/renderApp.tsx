// Draws the whole interface over the fake engine, as a person would meet it.

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
  /** Failures that were shown as a message. */
  told: string[]
  path(): string
  /** What the address says after its path. */
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
  const told: string[] = []
  const client = makeQueryClient((error) => told.push(error.message))
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } })
  const router = makeRouter(createMemoryHistory({ initialEntries: [path] }))
  const shown = render(<App client={client} router={router} />)
  await screen.findByRole('navigation', { name: 'Main' })
  return {
    ...shown,
    fake,
    told,
    user: userEvent.setup(),
    path: () => router.state.location.pathname,
    search: () => router.state.location.search,
  }
}
