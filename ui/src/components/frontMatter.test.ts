import { expect, test } from 'vitest'
import { splitFrontMatter } from './frontMatter'

test('reads plain, quoted and folded values, and leaves the text', () => {
  const { fields, body } = splitFrontMatter(
    '---\nname: a-b\ndescription: >-\n  One\n  two.\ntitle: "He said \\"hi\\""\n---\n# Body\n',
  )
  expect(fields).toEqual([
    ['name', 'a-b'],
    ['description', 'One two.'],
    ['title', 'He said "hi"'],
  ])
  expect(body).toBe('# Body\n')
})

test('a text without a head is all body', () => {
  expect(splitFrontMatter('# Only text\n---\n')).toEqual({ fields: [], body: '# Only text\n---\n' })
})
