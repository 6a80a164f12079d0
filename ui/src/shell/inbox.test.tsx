import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CONNECTOR_QUESTIONS, PENDING_CALL, challenge } from '#ui/test/connectorFixtures'
import { PROPOSAL, importRecord, skillList, uuid } from '#ui/test/fixtures'
import { renderApp } from '#ui/test/renderApp'

const box = (): Promise<HTMLElement> => screen.findByRole('dialog', { name: 'Inbox' })

test('what waits for the person is counted, the most urgent first, and opened by key', async () => {
  const app = await renderApp('ready', '/skills', (fake) => {
    fake.on('GET /api/skills', () => skillList(0))
    fake.on('GET /api/skills/import/list', () => ({
      items: [
        importRecord({ stage_state: 'scan_failed', last_error_message: 'The archive is damaged.' }),
      ],
      total: 1,
      page: 1,
      page_size: 100,
      warnings: {},
      schema_version: 1,
    }))
  })
  expect(await screen.findByRole('button', { name: 'Inbox, 2 waiting' })).toBeVisible()
  await app.user.keyboard('gb')
  const rows = within(await box()).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Failure.*The archive is damaged\./),
    expect.stringMatching(/^Decision.*Post the weekly release notes/),
  ])
  within(rows[0] as HTMLElement)
    .getByRole('button')
    .focus()
  await app.user.keyboard('{ArrowDown}')
  await waitFor(() => expect(within(rows[1] as HTMLElement).getByRole('button')).toHaveFocus())
  await app.user.keyboard('{Enter}')
  await waitFor(() => expect(app.path()).toBe(`/learn/pending/${PROPOSAL}`))
  expect(screen.queryByRole('dialog', { name: 'Inbox' })).toBeNull()
})

test('questions and reported harm are in it, running work and installed abilities are not', async () => {
  const list = skillList(148)
  const abilities = list.skills.filter((row) => row.ability_id && row.state === 'active')
  const app = await renderApp('questions', '/skills', (fake) =>
    fake.on('GET /api/skills', () => ({
      ...list,
      action_sets: [['quarantine', 'unquarantine'], ['deactivate']],
      skills: abilities.slice(0, 2).map((row, at) => ({ ...row, actions: at })),
    })),
  )
  await app.user.click(await screen.findByRole('button', { name: 'Inbox, 2 waiting' }))
  const items = within(await box()).getAllByRole('listitem')
  expect(items.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Failure.*An agent reported harm/),
    expect.stringMatching(/^Question.*Answer what the demonstration/),
  ])
})

test('a call that asks first and a question of a connector are in it, a call that expired is not', async () => {
  const late = { ...PENDING_CALL, dispatch_id: uuid(3299), status: 'expired' as const }
  const app = await renderApp('empty', '/skills', (fake) =>
    fake.on('GET /api/mcp/ask-first/pending', () => ({
      dispatches: [late, PENDING_CALL],
      elicitations: CONNECTOR_QUESTIONS.slice(0, 1),
      pending: 2,
      schema_version: 1,
    })),
  )
  await app.user.click(await screen.findByRole('button', { name: 'Inbox, 2 waiting' }))
  const items = within(await box()).getAllByRole('listitem')
  expect(items.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Question.*Calendar/),
    expect.stringMatching(/^Decision.*write_file of Files.*allow it, or refuse it/),
  ])
  await app.user.click(within(items[1] as HTMLElement).getByRole('button'))
  await waitFor(() => expect(app.path()).toBe('/connectors'))
})

test('a call that waits for a sign-in is in it', async () => {
  const app = await renderApp('empty', '/skills', (fake) =>
    fake.on('GET /api/mcp/ask-first/pending', () => ({
      dispatches: [],
      elicitations: [],
      challenges: [challenge()],
      pending: 1,
      schema_version: 1,
    })),
  )
  await app.user.click(await screen.findByRole('button', { name: 'Inbox, 1 waiting' }))
  expect(within(await box()).getByRole('listitem')).toHaveTextContent(
    /read_file of Files.*waits for a sign-in/,
  )
})

test('an empty inbox says so', async () => {
  const { user } = await renderApp('empty', '/skills')
  await user.click(await screen.findByRole('button', { name: 'Inbox' }))
  expect(within(await box()).getByText('Nothing waits for you.')).toBeVisible()
})
