// The panel of an ability in the drawer of its skill.

import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Schemas } from '#ui/backend/types'
import { type Fake, Refusal } from '#ui/test/fakeBackend'
import {
  CHECKPOINTS,
  CHECKPOINT_RECEIPTS,
  FRICTIONS,
  NOW,
  PROJECTS,
  PROPOSAL,
  REPAIRS,
  ability,
  abilityActions,
  acting,
  session,
  skillList,
  skills,
  standing,
} from '#ui/test/fixtures'
import { renderApp } from '#ui/test/renderApp'

const taught = skills(7)[6]
const AT = new Date(NOW).toISOString()

interface World {
  stale: boolean
  /** An agent reported that the ability did harm. */
  harm: boolean
  set(next: Partial<Schemas['AbilityAvailabilityEntry']>): void
}

/**
 * Renders the Skills page with an engine whose ability changes when it is activated, deactivated
 * and so on.
 */
async function shop(
  change: Partial<Schemas['AbilityAvailabilityEntry']> = {},
  stale = false,
  tab = 'text',
  prepare: (fake: Fake) => void = () => undefined,
  changeRow: (row: Schemas['SkillRow']) => Schemas['SkillRow'] = (row) => row,
  harm = false,
): Promise<{ fake: Fake; user: UserEvent; world: World }> {
  let known = ability(change)
  const world: World = {
    stale,
    harm,
    set(next) {
      known = { ...known, ...next }
    },
  }
  const { fake, user } = await renderApp(
    'ready',
    `/skills?open=${encodeURIComponent(taught?.path ?? '')}&tab=${tab}`,
    (prepared) => {
      prepare(prepared)
      prepared.on('GET /api/abilities/availability', () => ({
        abilities: [known],
        snapshot_as_of: AT,
        stale: world.stale,
        schema_version: 1,
      }))
      prepared.on('GET /api/skills', () => {
        const list = skillList(148)
        const actions = [
          ...abilityActions(known.install_lane, known.enabled),
          ...(world.harm ? (['unquarantine'] as const) : []),
        ]
        const at = list.action_sets.push(actions) - 1
        return {
          ...list,
          skills: list.skills.map((row) =>
            row.ability_id === known.ability_id ? changeRow({ ...row, actions: at }) : row,
          ),
        }
      })
    },
  )
  return { fake, user, world }
}

const dispatch = (id: string, agent: string, outcome: 'succeeded' | null) => ({
  dispatch_id: id,
  ability_id: ability().ability_id,
  agent,
  outcome,
  started_at: AT,
  last_seen: AT,
  schema_version: 1,
})

const open = (): Promise<HTMLElement> => screen.findByRole('region', { name: 'Ability' })

test('deactivating asks; activating does not', async () => {
  const { fake, user, world } = await shop()
  fake.on(
    'POST /api/abilities/*/deactivate',
    ({ id }) => (
      world.set({ enabled: false, usable_now: false, reason_unusable: 'Deactivated.' }),
      { ability_id: id, enabled: false }
    ),
  )
  fake.on(
    'POST /api/abilities/*/activate',
    ({ id }) => (
      world.set({ enabled: true, usable_now: true, reason_unusable: null }),
      { ability_id: id, enabled: true }
    ),
  )
  const panel = await open()
  expect(within(panel).getByText('Usable now')).toBeVisible()
  expect(within(panel).getByText('Strong')).toBeVisible()
  await user.click(within(panel).getByRole('button', { name: 'Deactivate' }))
  const dialog = await screen.findByRole('dialog', { name: 'Deactivate this ability?' })
  expect(fake.calls.some((call) => call.path.endsWith('/deactivate'))).toBe(false)
  await user.click(within(dialog).getByRole('button', { name: 'Deactivate' }))
  expect(await within(panel).findByText('Not usable now')).toBeVisible()
  expect(within(panel).getByText('Deactivated.')).toBeVisible()
  await user.click(within(panel).getByRole('button', { name: 'Activate' }))
  expect(await within(panel).findByText('Usable now')).toBeVisible()
})

test('a quarantine needs a reason, and then only releasing is offered', async () => {
  const { fake, user, world } = await shop()
  fake.on(
    'POST /api/abilities/*/quarantine',
    ({ id }) => (
      world.set({
        install_lane: 'quarantined',
        usable_now: false,
        reason_unusable: 'Quarantined: wrong page',
      }),
      { ability_id: id, quarantined: true, reason: 'wrong page' }
    ),
  )
  fake.on(
    'POST /api/abilities/*/unquarantine',
    ({ id }) => (
      world.set({ install_lane: 'approved_workspace', usable_now: true, reason_unusable: null }),
      { ability_id: id, quarantined: false }
    ),
  )
  const panel = await open()
  await user.click(within(panel).getByRole('button', { name: 'Quarantine' }))
  const dialog = await screen.findByRole('dialog', { name: 'Quarantine this ability?' })
  expect(within(dialog).getByRole('button', { name: 'Quarantine' })).toBeDisabled()
  await user.type(within(dialog).getByLabelText('Why?'), 'wrong page')
  await user.click(within(dialog).getByRole('button', { name: 'Quarantine' }))
  expect(await within(panel).findByText('Quarantined: wrong page')).toBeVisible()
  expect(fake.calls.find((call) => call.path.endsWith('/quarantine'))?.body).toEqual({
    reason: 'wrong page',
  })
  expect(within(panel).queryByRole('button', { name: 'Promote to shared' })).toBeNull()
  await user.click(within(panel).getByRole('button', { name: 'Unquarantine' }))
  expect(await within(panel).findByRole('button', { name: 'Quarantine' })).toBeVisible()
})

test('harm that an agent reported is a question to the person, who may keep the ability', async () => {
  const { fake, user, world } = await shop({}, false, 'text', undefined, undefined, true)
  fake.on(
    'POST /api/abilities/*/unquarantine',
    ({ id }) => ((world.harm = false), { ability_id: id, quarantined: false }),
  )
  const panel = await open()
  expect(await within(panel).findByText(/did harm, or nearly did/)).toBeVisible()
  expect(within(panel).getByText('Usable now')).toBeVisible()
  expect(within(panel).getByRole('button', { name: 'Quarantine' })).toBeVisible()
  await user.click(within(panel).getByRole('button', { name: 'Keep it' }))
  await waitFor(() => expect(within(panel).queryByText(/did harm, or nearly did/)).toBeNull())
})

test('a quarantined ability stays in the list and names the folders that it was removed from', async () => {
  const id = ability().ability_id
  const path = taught?.path ?? ''
  const { user } = await renderApp('ready', `/skills?filter=quarantined&open=${id}`, (fake) => {
    fake.on('GET /api/skills', () => {
      const all = skillList(148)
      return {
        ...all,
        skills: all.skills.map((row) =>
          row.ability_id === id
            ? {
                ...row,
                path: undefined,
                state: 'quarantined',
                reason: 'Quarantined: wrong page Taken out of: Claude Code.',
              }
            : row,
        ),
      }
    })
    fake.on('GET /api/skills/standing', () => ({
      ...standing(path),
      path: id,
      places: [{ path, kind: 'taken_out', agents: ['Claude Code'] }],
    }))
  })
  expect((await screen.findAllByText(/Taken out of: Claude Code/)).length).toBeGreaterThan(0)
  await user.click(await screen.findByRole('tab', { name: 'Installed' }))
  expect(await screen.findByText('removed while it is quarantined')).toBeVisible()
})

test('an ability that was opened by its folder stays open when that folder is removed', async () => {
  let out = false
  const { fake, user, world } = await shop({}, false, 'text', undefined, (row) =>
    out ? { ...row, path: undefined, state: 'quarantined' } : row,
  )
  fake.on('POST /api/abilities/*/quarantine', ({ id }) => {
    out = true
    world.set({
      install_lane: 'quarantined',
      usable_now: false,
      reason_unusable: 'Quarantined: wrong page',
    })
    return { ability_id: id, quarantined: true, reason: 'wrong page' }
  })
  const panel = await open()
  await user.click(within(panel).getByRole('button', { name: 'Quarantine' }))
  await user.type(
    within(await screen.findByRole('dialog', { name: 'Quarantine this ability?' })).getByLabelText(
      'Why?',
    ),
    'wrong page{Enter}',
  )
  await waitFor(() => expect(screen.getByRole('tab', { name: 'Files' })).toBeDisabled())
  expect(screen.getByRole('button', { name: 'Unquarantine' })).toBeVisible()
})

test('an edited copy that was left is reported', async () => {
  const { fake, user } = await shop()
  fake.on('POST /api/abilities/*/deactivate', ({ id }) => ({
    ability_id: id,
    enabled: false,
    places: [{ path: '/home/ada/.claude/skills/x', label: 'Claude Code', standing: 'edited' }],
  }))
  await user.click(within(await open()).getByRole('button', { name: 'Deactivate' }))
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Deactivate' }),
  )
  expect(
    await screen.findByText(
      '/home/ada/.claude/skills/x was edited, so it was left: an agent may still read it.',
    ),
  ).toBeVisible()
})

test('promotion asks and shows the lane', async () => {
  const { fake, user, world } = await shop({ install_lane: 'experimental_private' })
  fake.on(
    'POST /api/abilities/*/promote-shared',
    ({ id }) => (
      world.set({ install_lane: 'shared_promoted' }),
      {
        ability_id: id,
        install_lane: 'shared_promoted',
        gate: { setting: 'warn', message: 'No gate has tried it.' },
      }
    ),
  )
  const panel = await open()
  await user.click(within(panel).getByRole('button', { name: 'Promote to shared' }))
  const dialog = await screen.findByRole('dialog', {
    name: 'Share this ability beyond this workspace?',
  })
  expect(within(dialog).getByText('Sharing a private ability also approves it.')).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'Promote to shared' }))
  expect(await within(panel).findByText('Shared')).toBeVisible()
  expect(await screen.findByText('No gate has tried it.')).toBeVisible()
})

test('stale data says so until it is fresh', async () => {
  const { world } = await shop({}, true)
  const panel = await open()
  expect(within(panel).getByText('refreshing abilities...')).toBeVisible()
  expect(screen.getAllByText('refreshing abilities...')).toHaveLength(2)
  world.stale = false
  await waitFor(() => expect(screen.queryByText('refreshing abilities...')).toBeNull(), {
    timeout: 5000,
  })
})

test('frictions and checkpoints to repair are shown with who, when and state', async () => {
  const [first] = CHECKPOINT_RECEIPTS
  const asked: Array<string | null> = []
  await shop({}, false, 'health', (fake) => {
    fake.on('GET /api/abilities/*/checkpoint-reports', ({ id }) => ({
      ability_id: id,
      checkpoints: CHECKPOINTS,
      dispatches: [],
      receipts: [{ ...first, receipt_id: 'r-1', source: 'agent', agent: 'codex-mcp-client' }],
      schema_version: 1,
    }))
    fake.on('GET /api/learn/repairs', ({ query }) => {
      asked.push(query.get('ability_id'))
      return { ...REPAIRS, total: 30 }
    })
    fake.on('GET /api/learn/friction', ({ query }) => {
      asked.push(query.get('ability_id'))
      return FRICTIONS
    })
  })
  const repairs = within(await screen.findByRole('region', { name: 'To repair' }))
  const [open, resolved] = repairs.getAllByRole('listitem')
  expect(open).toHaveTextContent(
    /^A draft page named for the week exists.*Open.*Harm reported.*Codex: failed 3 times, Nov 20/,
  )
  expect(open).toHaveTextContent('The list was empty.')
  expect(resolved).toHaveTextContent(
    /^Merged changes of the week are listed.*Resolved by a new version.*failed once/,
  )
  expect(repairs.getByText('2 of 30 are shown.')).toBeVisible()
  const frictions = within(screen.getByRole('region', { name: 'Frictions' }))
  const [skipped, note] = frictions.getAllByRole('listitem')
  expect(skipped).toHaveTextContent(/Claude Code.*Checkpoint skipped.*Reviewers are mentioned/)
  expect(skipped).toHaveTextContent('No reviewers were found.')
  expect(note).toHaveTextContent(/An agent.*Note/)
  expect(new Set(asked)).toEqual(new Set([ability().ability_id]))
})

test('a checkpoint that the installed version no longer has is named by its id', async () => {
  await shop({}, false, 'health', (fake) => {
    fake.on('GET /api/abilities/*/checkpoint-reports', ({ id }) => ({
      ability_id: id,
      checkpoints: CHECKPOINTS.slice(0, 1),
      dispatches: [],
      receipts: [],
      schema_version: 1,
    }))
    fake.on('GET /api/learn/repairs', () => REPAIRS)
    fake.on('GET /api/learn/friction', () => FRICTIONS)
  })
  const repairs = within(await screen.findByRole('region', { name: 'To repair' }))
  expect(await repairs.findByText('Merged changes of the week are listed')).toBeVisible()
  expect(repairs.getByText('cp-02')).toBeVisible()
  expect(screen.getByRole('region', { name: 'Frictions' })).toHaveTextContent(/cp-03/)
})

test('frictions that cannot be read hide no checkpoints to repair', async () => {
  await shop({}, false, 'health', (fake) => {
    fake.on('GET /api/learn/repairs', () => REPAIRS)
    fake.on('GET /api/learn/friction', () => {
      throw new Refusal(400, 'INVALID_REQUEST', 'The frictions cannot be read.')
    })
  })
  expect(await screen.findByText(/The frictions cannot be read/)).toBeVisible()
  expect(screen.getByRole('region', { name: 'To repair' })).toBeVisible()
})

test('agent reports are shown as Checkpoint Progress, newest first', async () => {
  const [first] = CHECKPOINT_RECEIPTS
  const { user } = await shop({}, false, 'health', (fake) =>
    fake.on('GET /api/abilities/*/checkpoint-reports', ({ id }) => ({
      ability_id: id,
      checkpoints: CHECKPOINTS,
      dispatches: [
        dispatch('d-2', 'Second agent', 'succeeded'),
        dispatch('d-1', 'First agent', null),
      ],
      receipts: [
        {
          ...first,
          source: 'agent',
          status: 'failed',
          reason: 'It was not there.',
          dispatch_id: 'd-1',
        },
      ],
      schema_version: 1,
    })),
  )
  await open()
  const reports = await screen.findByRole('region', { name: 'Agent reports' })
  expect(within(reports).getByText('Succeeded')).toBeVisible()
  expect(within(reports).queryByRole('region', { name: 'Checkpoint Progress' })).toBeNull()
  await user.click(within(reports).getByRole('button', { name: /First agent/ }))
  expect(await within(reports).findByRole('region', { name: 'Checkpoint Progress' })).toBeVisible()
  expect(within(reports).getByText('Reason: It was not there.')).toBeVisible()
})

test('what was reported becomes a draft; a weaker check needs its sentence ticked', async () => {
  const weakening = {
    weakening_id: 'checkpoint_optional:cp-02',
    sentence: 'The check “The list is shown” becomes optional.',
  }
  const experience = {
    runs: 5,
    changes: [
      {
        kind: 'when_it_fails',
        checkpoint_id: 'cp-01',
        words: '“The customer is saved”: Look here first.',
        evidence: '3 of 5 runs failed at cp-01.',
      },
      {
        kind: 'make_optional',
        checkpoint_id: 'cp-02',
        words: '“The list is shown” becomes optional.',
        evidence: '4 of 5 runs skipped cp-02.',
        weakening,
      },
    ],
    repairs: [],
    frictions: [],
    taught: true,
    schema_version: 1,
  }
  const { fake, user } = await shop({}, false, 'health', (prepared) => {
    prepared.on('GET /api/abilities/*/experience', ({ id }) => ({ ...experience, ability_id: id }))
    prepared.on('POST /api/abilities/*/improve', ({ id }) => ({
      ability_id: id,
      proposal_id: '01900000-0000-7000-8000-000000000401',
      applied: experience.changes,
      left_out: [],
      schema_version: 1,
    }))
  })
  const section = await screen.findByRole('region', { name: 'What to improve' })
  expect(within(section).getByText('3 of 5 runs failed at cp-01.')).toBeVisible()
  const accept = within(section).getByRole('checkbox', {
    name: `I accept: ${weakening.sentence}`,
  })
  expect(accept).not.toBeChecked()
  await user.click(accept)
  await user.click(within(section).getByRole('button', { name: 'Improve' }))
  await waitFor(() =>
    expect(fake.calls.find((call) => call.path.endsWith('/improve'))?.body).toEqual({
      accepted_weakenings: [weakening.weakening_id],
    }),
  )
})

test('a disabled imported ability says how to change it, with a link', async () => {
  const base = skillList(148).skills[6]
  if (!base) throw new Error('fixture')
  const off: Schemas['SkillRow'] = {
    ...base,
    item_id: 'ability_tea',
    ability_id: 'ability_tea',
    name: 'brew-tea',
    source: 'imported',
    state: 'disabled',
    path: null,
    actions: 0,
  }
  const { user, path } = await renderApp('ready', '/skills', (fake) =>
    fake.on('GET /api/skills', () => ({
      ...skillList(148),
      action_sets: [['activate', 'quarantine', 'remove']],
      skills: [off],
    })),
  )
  const row = (await screen.findByText('brew-tea')).closest<HTMLElement>('[role=row]')
  row?.focus()
  await user.keyboard('e')
  expect(await screen.findByText(/import the changed skill under the same name/)).toBeVisible()
  await user.click(
    screen.getAllByRole('button', { name: 'Import' }).find((one) => one.closest('[data-notice]')) ??
      document.body,
  )
  await waitFor(() => expect(path()).toBe('/skills/import'))
})

test('the projects of an ability are chosen in its panel, and the choice is undone', async () => {
  const { fake, user, world } = await shop(
    { project_scopes: ['website'] },
    false,
    'text',
    (fake) => {
      fake.on('GET /api/projects', () => PROJECTS)
      fake.on('PUT /api/abilities/*/projects', ({ body }) => {
        const { project_scopes } = body as Schemas['SetAbilityProjectsRequest']
        world.set({ project_scopes })
        return { ...ability({ project_scopes }), actions: [] }
      })
    },
  )
  const sent = (): unknown => fake.calls.findLast(({ method }) => method === 'PUT')?.body
  await user.click(await screen.findByRole('button', { name: 'Projects: website' }))
  const box = within(await screen.findByRole('dialog', { name: 'Projects of this ability' }))
  expect(await box.findByRole('button', { name: 'website' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await user.click(box.getByRole('button', { name: 'shop' }))
  await user.type(box.getByRole('textbox', { name: 'Projects' }), 'notes{Enter}')
  await user.click(box.getByRole('button', { name: 'Save' }))
  expect(
    await screen.findByRole('button', { name: 'Projects: website, shop, notes' }),
  ).toBeVisible()
  expect(sent()).toEqual({ project_scopes: ['website', 'shop', 'notes'], keep: true })
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('button', { name: 'Projects: website' })).toBeVisible()
  expect(sent()).toEqual({ project_scopes: ['website'], keep: false })
})

test('the panel shows the projects of an ability and the values configured for its skill', async () => {
  await shop({ project_scopes: ['website'] }, false, 'text', (fake) =>
    fake.on('GET /api/abilities/*/availability', () => ({
      ...ability({ project_scopes: ['website'] }),
      actions: [],
      configuration: { folder: 'out', columns: { name: 1 } },
      configured_by_person: ['folder'],
    })),
  )
  const panel = await open()
  expect(await within(panel).findByRole('button', { name: 'Projects: website' })).toBeVisible()
  expect(await within(panel).findByText('Configured values')).toBeVisible()
  expect(within(panel).getByText('folder')).toBeVisible()
  expect(within(panel).getByText('out')).toBeVisible()
  expect(within(panel).getByText('{"name":1}')).toBeVisible()
  expect(within(panel).getByText('Set by an agent').closest('dd')).toHaveTextContent('{"name":1}')
  expect(within(panel).getAllByText('Set by an agent')).toHaveLength(1)
})

test('the configured values are changed in the panel, and the change is undone', async () => {
  const before = { folder: 'out', columns: { name: 1 }, old: 'x' }
  const sent: unknown[] = []
  const { user } = await shop({}, false, 'text', (fake) => {
    fake.on('GET /api/abilities/*/availability', () => ({
      ...ability(),
      actions: [],
      configuration: before,
      configured_by_person: ['old'],
    }))
    fake.on('POST /api/config/intents', ({ body }) => {
      const intent = body as Schemas['SubmitIntentRequest']
      expect(intent).toMatchObject({
        target: 'skill_config',
        capability_id: 'capability_weekly-release-notes',
      })
      sent.push([intent.requested_by, intent.payload])
      return { intent: { ...intent, correlation_id: 'c', created_at: AT }, status: 'applied' }
    })
  })
  await user.click(await screen.findByRole('button', { name: 'Change the values' }))
  const box = within(await screen.findByRole('dialog', { name: 'Configured values' }))
  const fill = async (label: string, text: string): Promise<void> => {
    await user.clear(box.getByLabelText(label))
    if (text) await user.type(box.getByLabelText(label), text.replaceAll('{', '{{'))
  }
  await fill('folder', 'reports')
  await fill('columns', '{"name":')
  await fill('old', '')
  await user.click(box.getByRole('button', { name: 'Add a value' }))
  await user.type(box.getByLabelText('Value'), 'warm')
  await user.click(box.getByRole('button', { name: 'Save' }))
  expect(await box.findByText('This value is JSON, such as {"name": 1}.')).toBeVisible()
  expect(box.getByText('Give the value a name, such as folder.')).toBeVisible()
  expect(sent).toEqual([])
  await fill('columns', '{"name":2}')
  await user.type(box.getByLabelText('Name'), 'tone')
  await user.click(box.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  const own = { folder: 'reports', columns: { name: 2 }, old: null, tone: 'warm' }
  expect(sent[0]).toEqual(['ui', own])
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sent).toHaveLength(3))
  expect(sent.slice(1)).toEqual([
    ['wrapper', { folder: 'out', columns: { name: 1 } }],
    ['ui', { old: 'x', tone: null }],
  ])
})

test('the panel says why an ability cannot be used, and how to mend that', async () => {
  const reason = "The program 'gh' was not found. Install it to use this ability."
  await shop({ usable_now: false, reason_unusable: reason })
  const panel = await open()
  expect(within(panel).getByText('Not usable now')).toBeVisible()
  expect(within(panel).getByText(reason)).toBeVisible()
})

test('an ability is tried with and without; one that was not taught here needs a task and a file', async () => {
  const { user, fake } = await shop({ usable_now: true })
  const box = await screen.findByRole('region', { name: 'Does it help my agent?' })
  await user.click(within(box).getByRole('button', { name: 'Try it with and without' }))
  const form = await screen.findByRole('dialog', { name: 'Does it help my agent?' })
  await user.click(await within(form).findByRole('radio', { name: /Claude Code/ }))
  const sent = (): unknown =>
    fake.calls.find(({ method, path }) => method === 'POST' && path === '/api/agents/gates')?.body
  await user.click(within(form).getByRole('button', { name: 'Start the tries' }))
  expect(within(form).getByText('Say what the agent is to do.')).toBeVisible()
  expect(sent()).toBeUndefined()
  await user.type(within(form).getByLabelText('What the agent is to do'), 'Write the notes')
  await user.type(within(form).getByLabelText('What must be true at the end'), 'notes.md')
  await user.click(within(form).getByRole('button', { name: 'Start the tries' }))
  await waitFor(() =>
    expect(sent()).toMatchObject({
      ability: ability().ability_id,
      goal: 'Write the notes',
      results: [{ kind: 'file_exists', path: 'notes.md' }],
    }),
  )
})

const ofAbility = (chosen: Schemas['TestPolicy'] | undefined) => ({
  ability_id: ability().ability_id,
  test_policy: chosen,
  acting: acting(chosen, { source: chosen ? 'ability' : 'settings' }),
  schema_version: 1,
})

test('the test policy of an ability is chosen in its panel, and taken back', async () => {
  let chosen: Schemas['TestPolicy'] | undefined
  const { fake, user } = await shop({}, false, 'text', (fake) => {
    fake.on('GET /api/abilities/*/test-policy', () => ofAbility(chosen))
    fake.on('PUT /api/abilities/*/test-policy', ({ body }) => {
      chosen = (body as { test_policy?: Schemas['TestPolicy'] }).test_policy ?? undefined
      return ofAbility(chosen)
    })
  })
  const sent = (): unknown => fake.calls.findLast(({ method }) => method === 'PUT')?.body
  await user.click(
    await screen.findByRole('button', { name: 'Test policy: Controlled live test, from Settings' }),
  )
  const box = within(await screen.findByRole('dialog', { name: 'Test policy of this ability' }))
  await user.selectOptions(box.getByLabelText('How far it may go'), 'Safe targets only')
  await user.click(box.getByRole('button', { name: 'Save' }))
  expect(await box.findByText('Name at least one folder or site.')).toBeVisible()
  expect(sent()).toBeUndefined()
  await user.selectOptions(box.getByLabelText('How far it may go'), 'Read only')
  await user.click(box.getByRole('button', { name: 'Save' }))
  await screen.findByRole('button', { name: 'Test policy: Read only, chosen for this ability' })
  expect(sent()).toMatchObject({ test_policy: { mode: 'read_only', max_actions: 40 } })
  await user.keyboard('rp')
  const again = within(await screen.findByRole('dialog', { name: 'Test policy of this ability' }))
  await user.selectOptions(
    again.getByLabelText('How far it may go'),
    'Not chosen: the default decides',
  )
  await user.click(again.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent()).toEqual({ test_policy: null }))
})

test('the panel of an ability that was taught here shows the flow of its task', async () => {
  const known = ability()
  const { fake, user } = await shop({}, false, 'text', (prepared) => {
    const taughtBy = session({ state: 'installed_private', proposal_id: PROPOSAL })
    prepared.on('GET /api/learn/sessions', () => ({
      sessions: [{ ...taughtBy, ability_id: known.ability_id }],
      total: 1,
      page: 1,
      page_size: 100,
    }))
  })
  const panel = within(await screen.findByRole('region', { name: 'Ability' }))
  await user.click(await panel.findByText('7 steps, a loop, a choice'))
  const nodes = within(await panel.findByRole('listbox')).getAllByRole('option')
  expect(nodes[1]).toHaveAccessibleName(/^Step: Ran “git log.*checkpoint: Merged changes/)
  await user.click(nodes[1]!)
  expect(panel.getByText('The list of merges since last week ends without an error.')).toBeVisible()
  await user.click(panel.getByRole('button', { name: 'Export SVG' }))
  await waitFor(() =>
    expect([...fake.saved.keys()]).toEqual(['post-weekly-release-notes-flow.svg']),
  )
})
