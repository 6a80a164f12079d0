import { expect, test } from 'vitest'
import { applyDelta } from '#ui/backend/skillList'
import { skillList } from '#ui/test/fixtures'
import { allowing, desktopLink, resultMessage } from './skillActions'

const ALL = applyDelta(undefined, skillList(148)).skills

test('an action applies only to the skills that allow it', () => {
  const allowed = new Set(allowing(ALL, 'promote_shared'))
  expect(allowed.size).toBeGreaterThan(0)
  for (const skill of ALL) expect(skill.actions.includes('promote_shared')).toBe(allowed.has(skill))
  expect(allowing([], 'remove')).toEqual([])
})

test('a link opens its skill, whatever its folder is called', () => {
  const [skill] = ALL
  if (!skill) throw new Error('no rows')
  expect(new URL(desktopLink({ ...skill, path: '/a b/ü&?' })).searchParams.get('open')).toBe(
    '/a b/ü&?',
  )
  expect(desktopLink({ ...skill, path: undefined, item_id: 'ability_x' })).toContain('ability_x')
})

test('known result codes have a message of this page', () => {
  const result = {
    path: '/a',
    name: 'a',
    ok: false,
    code: 'PINNED',
    can_force: false,
    can_accept_risk: false,
    message: 'use --force',
    diff: '',
    findings: [],
    undo: null,
  }
  expect(resultMessage(result)).toBe('It is pinned. Unpin it first.')
  expect(resultMessage({ ...result, code: 'SOMETHING' })).toBe('use --force')
})
