import { expect, test } from 'vitest'
import {
  type PolicyForm,
  SAFE_DEFAULT,
  chosenPolicy,
  isPolicyReady,
  modesFor,
  policyFolderProblem,
  policyForm,
  policyOf,
  policyProblems,
  unrecordedDefault,
} from './testPolicy'

const FULL: PolicyForm = {
  mode: 'live_read_safe_write',
  mayDestroy: true,
  maySend: true,
  actions: '12',
  sites: 'example.org\nwiki.example.org',
  targets: '/tmp/test\ntest.example.org',
  browser: true,
  originals: '',
  recipients: '',
  cleanup: false,
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
    'blank_artifact',
    'copy_artifact',
    'redirect_send',
    'live_read_safe_write',
    'safe_target_only',
  ])
  expect(modesFor(true, 'read_only')).toEqual([
    'controlled_live_test',
    'read_only',
    'blank_artifact',
    'copy_artifact',
    'redirect_send',
  ])
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
    [{ mode: 'blank_artifact' }, none, 'mode'],
    [{ mode: 'copy_artifact' }, none, 'mode'],
    [{ cleanup: true }, none, 'mode'],
    [{ mode: 'blank_artifact' }, undefined, 'targets'],
    [{ cleanup: true, targets: 'test.example.org' }, undefined, 'targets'],
    [{ cleanup: true, targets: '/tmp/t', browser: true }, undefined, 'targets'],
    [{ mode: 'copy_artifact', targets: '/tmp/t' }, undefined, 'originals'],
    [{ mode: 'copy_artifact', originals: 'report.txt' }, walls, 'originals'],
    [{ mode: 'redirect_send' }, undefined, 'recipients'],
    [{ mode: 'redirect_send', recipients: 'me' }, 'anybody', 'recipients'],
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
    [{ ...SAFE_DEFAULT, mode: 'blank_artifact', cleanup: true }, walls],
    [{ ...SAFE_DEFAULT, mode: 'blank_artifact' }, 'anybody'],
    [{ ...SAFE_DEFAULT, mode: 'redirect_send', recipients: 'me@example.org' }, none],
    [{ ...SAFE_DEFAULT, mode: 'copy_artifact', targets: '/tmp/t', originals: '/a' }, undefined],
  ] as const)
    expect(isPolicyReady(policyProblems(form, agent))).toBe(true)
})

test('copies and recipients are safe targets of their mode alone', () => {
  const form = { ...SAFE_DEFAULT, originals: '/home/me/a.txt', recipients: 'me@example.org' }
  expect(policyOf(form, 'id').safe_targets, 'they were typed for other modes').toEqual([])
  const copy = policyOf({ ...form, mode: 'copy_artifact' }, 'id')
  expect(copy.safe_targets).toEqual([{ target_kind: 'copied_document', ref: '/home/me/a.txt' }])
  expect(policyForm(copy)).toMatchObject({ originals: '/home/me/a.txt', targets: '' })
  const sent = policyOf({ ...form, mode: 'redirect_send', cleanup: true }, 'id')
  expect(sent).toMatchObject({
    safe_targets: [{ target_kind: 'safe_email_recipient', ref: 'me@example.org' }],
    cleanup_required: true,
  })
  expect(policyForm(sent)).toMatchObject({ recipients: 'me@example.org', cleanup: true })
})

test('a policy says whether an agent gets a copy', () => {
  const blank = { ...SAFE_DEFAULT, mode: 'blank_artifact' as const }
  const copy = { ...SAFE_DEFAULT, mode: 'copy_artifact' as const }
  expect(policyFolderProblem(blank, '/home/me/notes')).toContain('empty folder')
  expect(policyFolderProblem(blank, ' ')).toBeUndefined()
  expect(policyFolderProblem(copy, '')).toContain('Name the folder')
  expect(policyFolderProblem({ ...copy, originals: '/home/me/a.txt' }, '')).toBeUndefined()
  expect(policyFolderProblem(undefined, '/home/me/notes')).toBeUndefined()
})

test('what acts in a practice is said as the settings have it', () => {
  const { policy_id: _, schema_version: __, ...limits } = policyOf(SAFE_DEFAULT, '')
  expect(unrecordedDefault(limits)).toBe('Controlled live test, the safe default')
  expect(unrecordedDefault({ ...limits, mode: 'read_only' })).toBe('Read only, from Settings')
})
