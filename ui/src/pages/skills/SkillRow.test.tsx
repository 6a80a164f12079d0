import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { applyDelta } from '#ui/backend/skillList'
import { skillList } from '#ui/test/fixtures'
import { SkillRow } from './SkillRow'

const ignore = (): void => undefined

test('a row says that its ability cannot be used, and why', () => {
  const [, , , , , , learned] = applyDelta(undefined, skillList(7)).skills
  if (!learned) throw new Error('the seventh skill is an ability')
  const reason = "The program 'gh' was not found. Install it to use this ability."
  render(
    <SkillRow
      skill={{ ...learned, reason }}
      index={0}
      start={0}
      height={38}
      tabbable
      chosen={false}
      opened={false}
      excerpt={undefined}
      categories={[]}
      onFocus={ignore}
      onPress={ignore}
      onCheck={ignore}
    />,
  )
  expect(screen.getByTitle(reason)).toHaveTextContent('Not usable')
})
