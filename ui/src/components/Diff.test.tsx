import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Diff } from './Diff'

test('every changed line is shown, also one that looks like the head of a diff', () => {
  render(
    <Diff text={'--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n same\n--- old\n+++ new\n'} label="Change" />,
  )
  expect(screen.getByRole('group', { name: 'Change' }).textContent).toBe(
    '@@ -1,2 +1,2 @@\n same\n--- old\n+++ new\n',
  )
})
