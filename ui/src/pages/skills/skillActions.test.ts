import { expect, test } from 'vitest'
import { applyDelta } from '#ui/backend/skillList'
import { skillList } from '#ui/test/fixtures'
import { actionsFor, desktopLink, resultMessage } from './skillActions'

const ALL = applyDelta(undefined, skillList(148)).skills
const names = (skills: readonly { name: string }[]): string[] => skills.map(({ name }) => name)

test('each deed fits only those that it can be done to', () => {
  const targets = actionsFor(ALL)
  expect(
    targets.quarantine.every((skill) => skill.ability_id && skill.state !== 'quarantined'),
  ).toBe(true)
  expect(names(targets.unquarantine)).toEqual(
    names(ALL.filter((skill) => skill.state === 'quarantined')),
  )
  expect(targets.promote.length).toBeGreaterThan(0)
  expect(
    targets.promote.every(
      (skill) =>
        skill.ability_id && skill.state !== 'quarantined' && skill.lane !== 'shared_promoted',
    ),
  ).toBe(true)
  expect(targets.update.every((skill) => skill.source === 'imported' && !skill.pinned)).toBe(true)
  expect(names(targets.unpin)).toEqual(names(ALL.filter((skill) => skill.pinned)))
  expect(targets.remove.some((skill) => !skill.ability_id && skill.source === 'bundle')).toBe(false)
  expect(names(targets.remove)).toEqual(expect.arrayContaining(names(targets.quarantine)))
  expect(targets.activate.every((skill) => skill.state === 'disabled')).toBe(true)
  expect(actionsFor([]).remove).toEqual([])
})

test('a link opens what it names, whatever its folder is called', () => {
  const [skill] = ALL
  if (!skill) throw new Error('no rows')
  expect(new URL(desktopLink({ ...skill, path: '/a b/ü&?' })).searchParams.get('open')).toBe(
    '/a b/ü&?',
  )
  expect(desktopLink({ ...skill, path: undefined, item_id: 'ability_x' })).toContain('ability_x')
})

test('a code that is known here is said in words of this page', () => {
  const result = {
    path: '/a',
    name: 'a',
    ok: false,
    code: 'PINNED',
    message: 'use --force',
    diff: '',
    findings: [],
    undo: null,
  }
  expect(resultMessage(result)).toBe('It is pinned. Unpin it first.')
  expect(resultMessage({ ...result, code: 'SOMETHING' })).toBe('use --force')
})
