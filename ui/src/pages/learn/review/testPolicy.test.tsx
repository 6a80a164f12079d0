import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Fake, Refusal } from '#ui/test/fakeBackend'
import { PROPOSAL, acting, agentRun, detail, session } from '#ui/test/fixtures'
import { renderApp } from '#ui/test/renderApp'

const REVIEW = `/learn/pending/${PROPOSAL}`
const stored = {
  ...agentRun().policy,
  mode: 'controlled_live_test' as const,
  cleanup_required: false,
}
const posts = (fake: Fake) => fake.calls.filter(({ method }) => method === 'POST')
const ends = (fake: Fake): Array<string | undefined> =>
  posts(fake).map(({ path }) => path.split('/').at(-1))
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Rehearse' }))

/** The test policy of the session is kept, as the engine does it. */
function keepsPolicy(fake: Fake, before?: typeof stored): void {
  let policy: unknown = before
  const known = session({ state: 'ready_for_review', proposal_id: PROPOSAL })
  fake.on('GET /api/learn/sessions/*/detail', () =>
    detail({ session: known, test_policy: policy as typeof stored | undefined }),
  )
  fake.on('POST /api/learn/sessions/*/set-test-policy', ({ body }) => {
    policy = (body as { test_policy: unknown }).test_policy
    return { session: known }
  })
}

test('a person chooses the test policy of a rehearsal, and it is set before the start', async () => {
  const { fake, user } = await renderApp('ready', REVIEW, (fake) => keepsPolicy(fake))
  const facts = within(await screen.findByRole('complementary', { name: 'Facts' }))
  await user.click(
    await facts.findByRole('button', {
      name: 'Controlled live test, the safe default. Choose the test policy',
    }),
  )
  const box = await dialog()
  const mode = await box.findByLabelText('How far it may go')
  await waitFor(() => expect(mode, 'it is what was asked for').toHaveFocus())
  expect(mode).toHaveAccessibleDescription(/A forbidden action ends a rehearsal/)
  expect(box.getByText(/It forbids destroying anything, sending anything, or more/)).toBeVisible()
  await user.selectOptions(mode, 'Safe targets only')
  await user.click(box.getByRole('button', { name: 'Start rehearsal' }))
  expect(await box.findByText('Name at least one folder or site.')).toBeVisible()
  expect(ends(fake), 'nothing was sent').toEqual([])
  await user.type(box.getByLabelText('Safe targets'), '/tmp/test{Enter}test.example.org')
  await user.type(box.getByLabelText('Sites that may be used'), 'test.example.org')
  await user.type(box.getByLabelText('Actions at most'), '12')
  await user.click(box.getByRole('checkbox', { name: 'It may send something to others' }))
  await user.click(box.getByRole('button', { name: 'Start rehearsal' }))
  await waitFor(() => expect(ends(fake)).toEqual(['set-test-policy', 'validate']))
  expect(posts(fake)[0]?.body).toEqual({
    test_policy: {
      policy_id: expect.any(String),
      mode: 'safe_target_only',
      forbid_destructive_writes: true,
      forbid_external_send: false,
      max_actions: 12,
      allowed_domains: ['test.example.org'],
      safe_targets: [
        { target_kind: 'temp_folder', ref: '/tmp/test' },
        { target_kind: 'test_sharepoint_site', ref: 'test.example.org' },
      ],
      cleanup_required: false,
      schema_version: 1,
    },
  })
  expect(
    await facts.findByText('Safe targets only, chosen for this draft'),
    'what was set is shown in the review',
  ).toBeVisible()
})

test('a policy that is left as it is is not set again', async () => {
  const { fake, user } = await renderApp('ready', REVIEW, (fake) => keepsPolicy(fake, stored))
  await user.click(await screen.findByRole('button', { name: 'Rehearse' }))
  const box = await dialog()
  await user.click(await box.findByRole('button', { name: 'Start rehearsal' }))
  await waitFor(() => expect(ends(fake)).toEqual(['validate']))
})

test('an agent gets the policy that was chosen, and none that it cannot be kept to', async () => {
  const { fake, user } = await renderApp('ready', REVIEW, (fake) => keepsPolicy(fake))
  await screen.findByRole('button', { name: 'Rehearse' })
  await user.keyboard('ra')
  const box = await dialog()
  await user.click(await box.findByRole('radio', { name: /OpenClaw/ }))
  await user.click(box.getByRole('button', { name: 'Use those of the demonstration' }))
  await user.click(box.getByRole('checkbox', { name: 'Run it without isolation' }))
  await user.click(box.getByText(/^Test policy: Controlled live test/))
  await user.selectOptions(box.getByLabelText('How far it may go'), 'Read only')
  await user.click(box.getByRole('button', { name: 'Start rehearsal' }))
  expect(await box.findByText(/Only a run that is isolated can be kept to this/)).toBeVisible()
  await waitFor(() => expect(box.getByLabelText('How far it may go')).toHaveFocus())
  expect(ends(fake)).toEqual([])
  await user.click(box.getByRole('radio', { name: /Claude Code/ }))
  await user.click(box.getByRole('button', { name: 'Start rehearsal' }))
  await waitFor(() => expect(ends(fake)).toEqual(['set-test-policy', 'runs']))
  expect(posts(fake)[0]?.body).toMatchObject({ test_policy: { mode: 'read_only' } })
})

test('what was chosen is taken back, and the default decides again', async () => {
  const { fake, user } = await renderApp('ready', REVIEW, (fake) => keepsPolicy(fake, stored))
  await screen.findByRole('button', { name: 'Rehearse' })
  await user.keyboard('rp')
  const box = await dialog()
  const mode = await box.findByLabelText('How far it may go')
  await user.selectOptions(mode, 'Not chosen: the default decides')
  await user.click(box.getByRole('button', { name: 'Start rehearsal' }))
  await waitFor(() => expect(ends(fake)).toEqual(['set-test-policy', 'validate']))
  expect(posts(fake)[0]?.body).toEqual({ test_policy: null })
})

test('overridden settings and forbidden actions of the task are shown at once', async () => {
  const stricter = 'The settings allow a run to destroy data. It is forbidden here.'
  const { user } = await renderApp('ready', REVIEW, (fake) =>
    fake.on('GET /api/learn/sessions/*/detail', () =>
      detail({
        session: session({ state: 'ready_for_review', proposal_id: PROPOSAL }),
        acting_test_policy: acting(undefined, {
          source: 'settings',
          stricter: [stricter],
          forbids_the_task: 'The task removes files (Ran rm a), and the test policy forbids that.',
        }),
      }),
    ),
  )
  await user.click(await screen.findByRole('button', { name: 'Rehearse' }))
  const box = await dialog()
  expect(await box.findByText(stricter), 'nobody has to unfold it').toBeVisible()
  expect(box.getByText(/Ran rm a.*Choose another one to rehearse it/)).toBeVisible()
  await user.selectOptions(box.getByLabelText('How far it may go'), 'Controlled live test')
  expect(box.queryByText(stricter), 'it is about the default alone').not.toBeInTheDocument()
})

test('a policy that the engine refuses starts nothing, and says why', async () => {
  const { fake, user } = await renderApp('ready', REVIEW, (fake) => {
    keepsPolicy(fake)
    fake.on('POST /api/learn/sessions/*/set-test-policy', () => {
      throw new Refusal(400, 'INVALID_REQUEST', 'test_policy.allowed_domains: that is no site.')
    })
  })
  await screen.findByRole('button', { name: 'Rehearse' })
  await user.keyboard('ra')
  const box = await dialog()
  await user.click(await box.findByRole('radio', { name: /Claude Code/ }))
  await user.click(box.getByRole('button', { name: 'Use those of the demonstration' }))
  await user.click(box.getByText(/^Test policy: Controlled live test/))
  await user.selectOptions(box.getByLabelText('How far it may go'), 'Controlled live test')
  await user.type(box.getByLabelText('Sites that may be used'), 'no site')
  await user.click(box.getByRole('button', { name: 'Start rehearsal' }))
  expect(await box.findByText(/that is no site/)).toBeVisible()
  expect(ends(fake)).toEqual(['set-test-policy'])
})

test('the palette and the keys lead to the test policy', async () => {
  const { user } = await renderApp('ready', REVIEW, (fake) => keepsPolicy(fake))
  await screen.findByRole('button', { name: 'Rehearse' })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'test policy')
  await user.click(await screen.findByRole('option', { name: /Choose the test policy/ }))
  expect(await (await dialog()).findByLabelText('How far it may go')).toBeVisible()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('rp')
  expect(await (await dialog()).findByLabelText('How far it may go')).toBeVisible()
})
