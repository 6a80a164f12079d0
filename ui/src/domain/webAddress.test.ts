import { expect, test } from 'vitest'
import { urlProblem, toUrl } from './webAddress'

test.each([
  ['wiki.example.org', 'https://wiki.example.org'],
  ['localhost:8080/x', 'http://localhost:8080/x'],
  ['127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['http://a.example', 'http://a.example'],
  ['practice', 'practice'],
  ['  ', undefined],
])('%s becomes %s', (typed, address) => {
  expect(toUrl(typed)).toBe(address)
  expect(urlProblem(typed)).toBeUndefined()
})

test.each(['ftp://a.example', 'javascript:alert(1)', 'two words', 'file:///etc/passwd', 'http://'])(
  '%s is refused',
  (typed) => {
    expect(urlProblem(typed)).toMatch(/http/)
  },
)
