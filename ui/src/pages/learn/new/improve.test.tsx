// Improving Existing Skill: by hand or by another demonstration, and the review of it.

import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Fake, Refusal } from '#ui/test/fakeBackend'
import {
  IMPROVING,
  PROPOSAL,
  SKILL_MD,
  ability,
  detail,
  proposalDetail,
  session,
} from '#ui/test/fixtures'
import { byHand, started } from '#ui/test/learnFixtures'
import { renderApp } from '#ui/test/renderApp'

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const ABILITY = ability().ability_id

const IMPROVE = `/learn/new?mode=improving_existing_skill&skill=${ABILITY}`

const posts = (fake: Fake): string[] =>
  fake.calls
    .filter((call) => call.method === 'POST')
    .map((call) => call.path.split('/').at(-1) ?? '')

test('an ability is improved by hand: one click opens a draft of it, and nothing is watched', async () => {
  const { fake, user, path } = await renderApp('installed', IMPROVE, byHand)
  expect(await button('Ability: Post the weekly release notes')).toBeVisible()
  expect(screen.getByRole('radio', { name: 'Off: edit the draft' })).toBeChecked()
  expect(screen.queryByRole('group', { name: 'What is watched' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Edit a draft' }))
  await waitFor(() => expect(path()).toBe(`/learn/pending/${PROPOSAL}`))
  expect(fake.calls.find((call) => call.method === 'POST')?.body).toEqual({
    entry_mode: 'improving_existing_skill',
    target_kind: 'existing_skill',
    target_skill_id: ABILITY,
    observation_mode: 'none',
    watch: [],
  })
  expect(posts(fake)).toEqual(['sessions', 'start', 'stop', 'generate-proposal'])
})

test('an ability is chosen by search and demonstrated again with the same options', async () => {
  const { fake, user, path, search } = await renderApp('installed', '/learn/new', (fake) => {
    fake.on('GET /api/abilities/availability', () => ({
      abilities: [
        ability(),
        ability({ ability_id: 'ability_tidy', title: 'Tidy the inbox' }),
        ability({ ability_id: 'ability_their', title: 'Somebody’s', source: 'imported' }),
      ],
      snapshot_as_of: '',
      stale: false,
      schema_version: 1,
    }))
    fake.on('POST /api/learn/sessions', () => ({
      session: session({ state: 'armed' }),
      ui_mode: 'overlay',
      next_action: 'wait_for_first_meaningful_event',
    }))
    fake.on('POST /api/learn/sessions/*/start', started)
  })
  await user.click(await button('Improving Existing Skill'))
  expect(await button('Edit a draft'), 'of nothing no draft can be made').toBeDisabled()
  await user.click(await button('Ability: Choose an ability'))
  const box = await screen.findByRole('dialog', { name: 'Abilities' })
  expect(
    within(box)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['Post the weekly release notesWorkspace', 'Tidy the inboxWorkspace'])
  await user.type(within(box).getByRole('combobox'), 'tidy{Enter}')
  expect(await button('Ability: Tidy the inbox')).toBeVisible()
  expect(search()).toEqual({ mode: 'improving_existing_skill', skill: 'ability_tidy' })
  await user.click(screen.getByRole('radio', { name: 'On: demonstrate again' }))
  await user.click(
    within(screen.getByRole('group', { name: 'What is watched' })).getByRole('button', {
      name: 'Terminal',
    }),
  )
  await user.type(screen.getByLabelText('Start address'), 'mail.example.org')
  await user.click(screen.getByRole('button', { name: 'Start demonstration' }))
  await waitFor(() => expect(path()).toBe('/learn/active'))
  expect(fake.calls.find((call) => call.method === 'POST')?.body).toMatchObject({
    entry_mode: 'improving_existing_skill',
    target_kind: 'existing_skill',
    target_skill_id: 'ability_tidy',
    observation_mode: 'outside_agent',
    watch: ['browser'],
    start_url: 'https://mail.example.org',
    build_policy: 'build_then_review',
  })
})

test('without a taught ability there is nothing to improve, and teaching is offered', async () => {
  const { user } = await renderApp('empty', '/learn/new?mode=improving_existing_skill')
  expect(await screen.findByRole('heading', { name: 'No ability to improve yet' })).toBeVisible()
  const [, offer] = screen.getAllByRole('button', { name: 'Demonstrating Skill' })
  await user.click(offer as HTMLElement)
  expect(await button('Start demonstration')).toBeEnabled()
})

test('a missing ability is reported at its field; a failed draft does not hold the slot', async () => {
  const { fake, user } = await renderApp(
    'installed',
    '/learn/new?mode=improving_existing_skill&skill=ability_gone',
    byHand,
  )
  expect(
    await screen.findByText(
      'You have not taught an ability “ability_gone”. Choose one that you taught.',
    ),
  ).toBeVisible()
  expect(screen.getByRole('button', { name: 'Edit a draft' })).toBeDisabled()
  await user.click(await button('Ability: Choose an ability'))
  await user.click(await screen.findByRole('option', { name: /^Post the weekly/ }))
  fake.on('POST /api/learn/sessions/*/generate-proposal', () => {
    throw new Refusal(
      404,
      'ABILITY_NOT_FOUND',
      'There is no ability ability_weekly-release-notes any more.',
    )
  })
  await user.click(await button('Edit a draft'))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /^Ability:/ })).toHaveAccessibleDescription(
      'There is no ability ability_weekly-release-notes any more.',
    ),
  )
  expect(posts(fake)).toEqual(['sessions', 'start', 'stop', 'generate-proposal', 'cancel'])
})

test('an interrupted improvement continues to its draft, and no banner says that it is watched', async () => {
  const halfway = session({ ...IMPROVING, state: 'capturing' })
  const { fake, user, path } = await renderApp('empty', '/learn/active', (fake) => {
    byHand(fake)
    fake.on('GET /api/learn/sessions', () => ({
      sessions: [halfway],
      total: 1,
      page: 1,
      page_size: 100,
    }))
    fake.on('GET /api/learn/sessions/*/detail', () =>
      detail({ session: halfway, captured_event_count: 0 }),
    )
  })
  await user.click(await button('Edit a draft'))
  expect(screen.queryByRole('region', { name: 'Observation' })).toBeNull()
  await waitFor(() => expect(path()).toBe(`/learn/pending/${PROPOSAL}`))
  expect(posts(fake)).toEqual(['stop', 'generate-proposal'])
})

test('the review of an improvement names the ability and shows the changes first', async () => {
  const { user, path, search } = await renderApp('improving', `/learn/pending/${PROPOSAL}`)
  expect(await screen.findByRole('tab', { name: 'Diff', selected: true })).toBeVisible()
  await user.click(
    await screen.findByRole('link', { name: 'Improves Post the weekly release notes' }),
  )
  await waitFor(() => expect(path()).toBe('/skills'))
  expect(search()).toMatchObject({ open: ABILITY })
})

test('an improvement without changes opens in the editor, and typing stays there', async () => {
  await renderApp('improving', `/learn/pending/${PROPOSAL}`, (fake) =>
    fake.on('GET /api/learn/proposals/*/detail', () =>
      proposalDetail({ installed_skill_md: SKILL_MD }),
    ),
  )
  expect(await screen.findByRole('tab', { name: 'Source', selected: true })).toBeVisible()
  const { EditorView } = await import('@codemirror/view')
  EditorView.findFromDOM(await screen.findByRole('textbox', { name: 'SKILL.md' }))?.dispatch({
    changes: { from: SKILL_MD.length, insert: 'More.' },
  })
  expect(await button('Save')).toBeVisible()
  expect(screen.getByRole('tab', { name: 'Source', selected: true })).toBeVisible()
})
