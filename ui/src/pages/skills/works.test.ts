import { expect, test } from 'vitest'
import { merge } from '#ui/backend/shelf'
import { shelf } from '#ui/test/fixtures'
import { deedsFor, linkTo, meaningOf } from './works'

const ALL = merge(undefined, shelf(148)).skills
const names = (skills: readonly { name: string }[]): string[] => skills.map(({ name }) => name)

test('each deed fits only those that it can be done to', () => {
  const deeds = deedsFor(ALL)
  expect(deeds.quarantine.every((skill) => skill.ability_id && skill.state !== 'quarantined')).toBe(
    true,
  )
  expect(names(deeds.unquarantine)).toEqual(
    names(ALL.filter((skill) => skill.state === 'quarantined')),
  )
  expect(deeds.promote.length).toBeGreaterThan(0)
  expect(
    deeds.promote.every(
      (skill) =>
        skill.ability_id && skill.state !== 'quarantined' && skill.lane !== 'shared_promoted',
    ),
  ).toBe(true)
  expect(deeds.update.every((skill) => skill.source === 'imported' && !skill.pinned)).toBe(true)
  expect(names(deeds.unpin)).toEqual(names(ALL.filter((skill) => skill.pinned)))
  expect(deeds.remove.some((skill) => !skill.ability_id && skill.source === 'bundle')).toBe(false)
  expect(names(deeds.remove)).toEqual(expect.arrayContaining(names(deeds.quarantine)))
  expect(deeds.activate.every((skill) => skill.state === 'disabled')).toBe(true)
  expect(deedsFor([]).remove).toEqual([])
})

test('a link opens what it names, whatever its folder is called', () => {
  const [skill] = ALL
  if (!skill) throw new Error('no rows')
  expect(new URL(linkTo({ ...skill, path: '/a b/ü&?' })).searchParams.get('open')).toBe('/a b/ü&?')
  expect(linkTo({ ...skill, path: undefined, item_id: 'ability_x' })).toContain('ability_x')
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
  expect(meaningOf(result)).toBe('It is pinned. Unpin it first.')
  expect(meaningOf({ ...result, code: 'SOMETHING' })).toBe('use --force')
})
