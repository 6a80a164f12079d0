import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as world from '#ui/test/fixtures'
import { renderApp } from '#ui/test/renderApp'

test('automations say whose they are, when they run, and which ability they use', async () => {
  const { user, path } = await renderApp('installed', '/automations', (fake) =>
    fake.on('GET /api/agents/schedules', () => world.schedules()),
  )
  const list = await screen.findByRole('list', { name: 'Automations' })
  const rows = within(list)
    .getAllByRole('heading', { level: 2 })
    .map((heading) => heading.textContent)
  expect(rows).toEqual(['tidy inbox', 'Weekly notes', 'Add the customers of the day'])
  expect(within(list).getByText('Every Friday at 16:00')).toBeVisible()
  expect(within(list).getByText('Switched off')).toBeVisible()
  expect(within(list).getByText(/which is not usable now/)).toBeVisible()
  expect(screen.getByText(/brief.timer cannot be read: Permission denied/)).toBeVisible()
  await user.click(within(list).getByRole('link', { name: 'Weekly release notes' }))
  expect(path()).toBe('/skills')
})

test('tasks are what is done once; without any the page says whose they are and where it looked', async () => {
  const { user } = await renderApp('installed', '/tasks', (fake) => {
    let asked = 0
    fake.on('GET /api/agents/schedules', () =>
      asked++ > 0 ? world.noSchedules() : world.schedules(),
    )
  })
  expect(await screen.findByText('Call Grace')).toBeVisible()
  expect(screen.queryByText('Weekly notes')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(await screen.findByText('No agent has a task that waits')).toBeVisible()
  await user.click(screen.getByText('Where Apprentice looked'))
  expect(screen.getByText('/home/ada/.codex/automations')).toBeVisible()
})
