// Many imports at once: scanned, staged and installed together, and chosen by keyboard.

import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ImportState } from '#ui/backend/importTypes'
import { type Fake, Refusal } from '#ui/test/fakeBackend'
import { importDetail, importRecord, uuid } from '#ui/test/fixtures'
import { renderApp } from '#ui/test/renderApp'

const manyOf = (state: ImportState, count = 3) =>
  Array.from({ length: count }, (_, n) =>
    importRecord({
      import_id: uuid(3000 + n),
      skill_name: `s${n}`,
      stage_state: state,
      source_ref: `upload_${n}`,
      skill_path: `skills/s${n}`,
      install_as: `s${n}`,
    }),
  )
const listOf = (fake: Fake, records: () => ReturnType<typeof manyOf>): void =>
  fake.on('GET /api/skills/import/list', () => ({
    items: records(),
    total: records().length,
    page: 1,
    page_size: 100,
    warnings: {},
    schema_version: 1,
  }))

test('a scan of all goes on when the page is left, tells how far it is wherever one looks, and can be cancelled there', async () => {
  const answers: Array<() => void> = []
  const records = manyOf('uploaded')
  const { fake, user } = await renderApp('empty', '/skills/import', (fake) => {
    listOf(fake, () => records)
    fake.on('POST /api/skills/import/scan', async ({ body }) => {
      await new Promise<void>((done) => answers.push(done))
      return {
        import_record: records.find(
          ({ source_ref: ref }) =>
            ref === (body as { temp_artifact_ref: string }).temp_artifact_ref,
        ),
        schema_version: 1,
      }
    })
  })
  await user.click(await screen.findByRole('button', { name: 'Scan all 3' }))
  await user.click(screen.getByRole('link', { name: /^Active/ }))
  expect(await screen.findByRole('progressbar', { name: 'Scanning imports' })).toHaveAttribute(
    'aria-valuenow',
    '0',
  )
  answers[0]?.()
  await waitFor(() =>
    expect(screen.getByRole('progressbar', { name: 'Scanning imports' })).toHaveAttribute(
      'aria-valuenow',
      '1',
    ),
  )
  await user.click(screen.getByRole('button', { name: 'Cancel the rest' }))
  await waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.()
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect(fake.calls.filter((call) => call.path === '/api/skills/import/scan')).toHaveLength(2)
  expect(await screen.findByText('2 of 3 scanned.')).toBeVisible()
})

test('of many scans those that were refused say why, until it was read', async () => {
  const { user } = await renderApp('empty', '/skills/import', (fake) => {
    const records = manyOf('uploaded', 2)
    listOf(fake, () => records)
    fake.on('POST /api/skills/import/scan', ({ body }) => {
      if ((body as { skill_path: string }).skill_path === 'skills/s1')
        throw new Refusal(503, 'INTERNAL', 'The disk is full.')
      return { import_record: records[0], schema_version: 1 }
    })
  })
  await user.click(await screen.findByRole('button', { name: 'Scan all 2' }))
  const refused = await screen.findByRole('list', { name: 'What did not go through' })
  expect(
    within(refused)
      .getAllByRole('listitem')
      .map((one) => one.textContent),
  ).toEqual(['s1 The disk is full.'])
  await user.click(screen.getByRole('button', { name: 'I have read this' }))
  expect(screen.queryByRole('list', { name: 'What did not go through' })).toBeNull()
})

test('many are installed together; what must be read or would meet another stays, with the reason', async () => {
  const records = [
    ...manyOf('ready_for_review', 4),
    importRecord({
      import_id: uuid(3010),
      skill_name: 'twin',
      stage_state: 'ready_for_review',
      install_as: 's0',
    }),
  ]
  const free = (record: (typeof records)[number]) =>
    importDetail({ import_record: record, acknowledgements_needed: [], compatibility_report: null })
  const { fake, user } = await renderApp('empty', '/skills/import', (fake) => {
    listOf(fake, () => records)
    fake.on('GET /api/skills/import/*', ({ id }) => {
      const record = records.find(({ import_id }) => import_id === id) ?? importRecord()
      if (record.skill_name === 's1') return importDetail({ import_record: record })
      const detail = free(record)
      return record.skill_name === 's2'
        ? {
            ...detail,
            targets: detail.targets.map((target) => ({
              ...target,
              occupied: true,
              note: 'A skill named s2 is already there.',
            })),
          }
        : detail
    })
    fake.on('POST /api/skills/import/approve', ({ body }) => {
      const record = records.find(
        ({ import_id }) => import_id === (body as { import_id: string }).import_id,
      )
      return { import_record: { ...record, stage_state: 'approved' }, schema_version: 1 }
    })
  })
  for (const name of ['s0', 's1', 's2', 'twin'])
    await user.click(await screen.findByRole('checkbox', { name: `Choose ${name}` }))
  await user.click(screen.getByRole('button', { name: 'Install chosen 4…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Install 4 imports?' })
  const rows = await within(dialog).findAllByRole('listitem')
  expect(rows.map((one) => one.textContent)).toEqual([
    's0',
    's1 It has findings that must be read first.',
    's2 A skill named s2 is already there.',
    's0 Another one of these is called s0 too.',
  ])
  await user.click(within(dialog).getByRole('button', { name: 'Approve 1 to workspace' }))
  expect(await screen.findByText('1 of 1 approved.')).toBeVisible()
  expect(
    fake.calls
      .filter((call) => call.path === '/api/skills/import/approve')
      .map((call) => call.body),
  ).toEqual([
    expect.objectContaining({
      import_id: uuid(3000),
      acknowledged_findings: [],
      targets: ['claude-code', 'codex'],
    }),
  ])
})

const asked = (fake: Fake, path: string): number =>
  fake.calls.filter((call) => call.path === `/api/skills/import/${path}`).length

test('an upload in which no skill was seen is scanned too, so that its fault is told', async () => {
  const records = manyOf('uploaded', 2).map((record) => ({ ...record, skill_path: null }))
  const { fake, user } = await renderApp('empty', '/skills/import', (fake) => {
    listOf(fake, () => records)
    fake.on('GET /api/skills/import/*', ({ id }) =>
      importDetail({
        import_record: records.find((record) => record.import_id === id) ?? importRecord(),
        skills: [],
      }),
    )
    fake.on('POST /api/skills/import/scan', ({ body }) => {
      const record = records.find(
        ({ source_ref: ref }) => ref === (body as { temp_artifact_ref: string }).temp_artifact_ref,
      )
      return {
        import_record: {
          ...record,
          stage_state: 'scan_failed',
          last_error_code: 'NO_SKILL',
          last_error_message: 'There is no SKILL.md in it.',
        },
        schema_version: 1,
      }
    })
  })
  await user.click(await screen.findByRole('button', { name: 'Scan all 2' }))
  expect(await screen.findByText('Scanning: 2 of 2 did not go through')).toBeVisible()
  expect(asked(fake, 'scan')).toBe(2)
})

test('the list is not read anew by each step', async () => {
  const records = manyOf('uploaded', 12)
  const { fake, user } = await renderApp('empty', '/skills/import', (fake) => {
    listOf(fake, () => records)
    fake.on('POST /api/skills/import/scan', () => ({
      import_record: records[0],
      schema_version: 1,
    }))
  })
  await user.click(await screen.findByRole('button', { name: 'Scan all 12' }))
  expect(await screen.findByText('12 of 12 scanned.')).toBeVisible()
  await waitFor(() => expect(asked(fake, 'list')).toBe(2))
})

const words = async (): Promise<Array<string | null>> =>
  within(await screen.findByRole('list', { name: 'What did not go through' }))
    .getAllByRole('listitem')
    .map((one) => one.textContent)

test('what was refused and not read stays when the next are refused too', async () => {
  const records = manyOf('uploaded', 2)
  const { user } = await renderApp('empty', '/skills/import', (fake) => {
    listOf(fake, () => records)
    let times = 0
    fake.on('POST /api/skills/import/scan', () => {
      times += 1
      if (times <= 2) throw new Refusal(503, 'INTERNAL', `Refusal ${times}.`)
      if (times === 3) throw new Refusal(503, 'INTERNAL', 'Refusal 3.')
      return { import_record: records[1], schema_version: 1 }
    })
  })
  await user.click(await screen.findByRole('button', { name: 'Scan all 2' }))
  await waitFor(async () => expect(await words()).toEqual(['s0 Refusal 1.', 's1 Refusal 2.']))
  await user.click(screen.getByRole('button', { name: 'Scan all 2' }))
  expect(await screen.findByText('3 imports did not go through')).toBeVisible()
  expect(await words()).toEqual(['s0 Refusal 1.', 's1 Refusal 2.', 's0 Refusal 3.'])
})

test('before many are installed a few are looked at at once; of which nothing is to be seen stays, and a change of the list asks for none again', async () => {
  const records = manyOf('ready_for_review', 12)
  let now = 0
  let most = 0
  let looked = 0
  const { fake, user } = await renderApp('empty', '/skills/import', (fake) => {
    listOf(fake, () => records)
    fake.on('GET /api/skills/import/*', async ({ id }) => {
      looked += 1
      now += 1
      most = Math.max(most, now)
      await new Promise((done) => setImmediate(done))
      now -= 1
      if (id === uuid(3004))
        throw new Refusal(404, 'SKILL_IMPORT_NOT_FOUND', 'There is no such import.')
      return importDetail({
        import_record: records.find((record) => record.import_id === id) ?? importRecord(),
        acknowledgements_needed: [],
        compatibility_report: null,
      })
    })
  })
  await user.click(await screen.findByRole('button', { name: 'Install all 12…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Install 12 imports?' })
  expect(await within(dialog).findByRole('button', { name: 'Install 11 privately' })).toBeEnabled()
  expect(within(dialog).getAllByRole('listitem').at(-1)).toHaveTextContent(
    's4 There is no such import.',
  )
  expect([most, looked]).toEqual([3, 12])
  const lists = asked(fake, 'list')
  act(() =>
    fake.emit({
      data: { seq: 0, event_kind: 'imports.changed', session_id: '', payload: {}, timestamp: '' },
    }),
  )
  await waitFor(() => expect(asked(fake, 'list')).toBe(lists + 1))
  expect(looked).toBe(12)
})

test('the keyboard chooses imports as it chooses skills, and Tab goes past their boxes', async () => {
  const { user } = await renderApp('empty', '/skills/import', (fake) =>
    listOf(fake, () => manyOf('scan_complete')),
  )
  const list = await screen.findByRole('list', { name: 'Imports in progress' })
  const row = (name: string) =>
    within(list).getByRole('button', { name: new RegExp(`^Scan complete.*${name}`) })
  for (const box of within(list).getAllByRole('checkbox'))
    expect(box).toHaveAttribute('tabindex', '-1')
  row('s0').focus()
  await user.keyboard('x{ArrowDown}')
  await waitFor(() => expect(row('s1')).toHaveFocus())
  await user.keyboard('x')
  expect(screen.getByText('2 chosen')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Stage chosen 2' })).toBeVisible()
  await user.keyboard('{Escape}')
  expect(screen.queryByText(/chosen$/)).toBeNull()
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
  await waitFor(() => expect(row('s2')).toHaveFocus())
  expect(screen.getByText('2 chosen')).toBeVisible()
  await user.keyboard('{Control>}a{/Control}')
  expect(screen.getByText('3 chosen')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Choose nothing' }))
  expect(screen.queryByText(/chosen$/)).toBeNull()
})
