import { expect, test } from 'vitest'
import {
  type PolicyForm,
  SAFE_DEFAULT,
  chosenPolicy,
  isPolicyReady,
  modesFor,
  policyForm,
  policyOf,
  policyProblems,
} from './testPolicy'

const FULL: PolicyForm = {
  mode: 'live_read_safe_write',
  mayDestroy: true,
  maySend: true,
  actions: '12',
  sites: 'example.org\nwiki.example.org',
  targets: '/tmp/test\ntest.example.org',
  browser: true,
}

test('a stored policy is shown as it was chosen, and an unchanged one is not set again', () => {
  expect(policyForm(policyOf(FULL, 'id'))).toEqual(FULL)
  expect(policyForm(policyOf(SAFE_DEFAULT, 'id'))).toEqual(SAFE_DEFAULT)
  expect(policyOf(FULL, 'id').safe_targets).toEqual([
    { target_kind: 'temp_folder', ref: '/tmp/test' },
    { target_kind: 'test_sharepoint_site', ref: 'test.example.org' },
    { target_kind: 'managed_browser_profile', ref: '' },
  ])
  expect(chosenPolicy('s', FULL, { ...FULL, sites: ' example.org \n\nwiki.example.org' })).toBe(
    undefined,
  )
  expect(chosenPolicy('s', undefined, undefined), 'none stays none').toBeUndefined()
  expect(chosenPolicy(undefined, undefined, FULL), 'no session, no policy').toBeUndefined()
  expect(chosenPolicy('s', undefined, SAFE_DEFAULT)?.policy?.max_actions).toBe(40)
  expect(chosenPolicy('s', FULL, undefined), 'it is taken back').toEqual({
    sessionId: 's',
    policy: null,
  })
  expect(chosenPolicy('s', FULL, { ...FULL, maySend: false })).toMatchObject({
    sessionId: 's',
    policy: { forbid_external_send: true, forbid_destructive_writes: false, max_actions: 12 },
  })
})

test('an agent is offered no safe targets, and what was set otherwise is still shown', () => {
  expect(modesFor(false, undefined)).toEqual([
    'controlled_live_test',
    'read_only',
    'live_read_safe_write',
    'safe_target_only',
  ])
  expect(modesFor(true, 'read_only')).toEqual(['controlled_live_test', 'read_only'])
  expect(modesFor(true, 'dry_run_only')).toContain('dry_run_only')
})

test('what nobody can be kept to is found before anything is sent', () => {
  const walls = { isolated: true }
  const none = { isolated: false }
  for (const [change, agent, name] of [
    [{ actions: '0' }, undefined, 'actions'],
    [{ actions: '201' }, undefined, 'actions'],
    [{ actions: 'many' }, undefined, 'actions'],
    [{ mode: 'dry_run_only' }, undefined, 'mode'],
    [{ mode: 'safe_target_only' }, undefined, 'targets'],
    [{ targets: 'tmp folder' }, undefined, 'targets'],
    [{ targets: Array(33).fill('/tmp').join('\n') }, undefined, 'targets'],
    [{ sites: 'x'.repeat(121) }, undefined, 'sites'],
    [{ targets: 'test.example.org' }, walls, 'targets'],
    [{ browser: true }, walls, 'targets'],
    [{ mode: 'read_only' }, none, 'mode'],
    [{ sites: 'example.org' }, none, 'sites'],
  ] as const) {
    const problems = policyProblems({ ...SAFE_DEFAULT, ...change }, agent)
    expect({ change, agent, problem: problems[name] }).toEqual({
      change,
      agent,
      problem: expect.any(String),
    })
    expect(isPolicyReady(problems)).toBe(false)
  }
  for (const [form, agent] of [
    [SAFE_DEFAULT, none],
    [{ ...SAFE_DEFAULT, mode: 'read_only' }, walls],
    [{ ...SAFE_DEFAULT, sites: 'example.org' }, walls],
    [FULL, undefined],
  ] as const)
    expect(isPolicyReady(policyProblems(form, agent))).toBe(true)
})
