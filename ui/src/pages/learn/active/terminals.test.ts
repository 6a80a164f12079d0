import { expect, test } from 'vitest'
import { inOrder } from './terminals'

test('keystrokes arrive in the order they were typed, however slow the connection is', async () => {
  const sent: string[] = []
  const waits: Array<() => void> = []
  const type = inOrder((data) => {
    sent.push(data)
    return new Promise<void>((done) => waits.push(done))
  })
  type('l')
  type('s')
  type('\r')
  expect(sent, 'the second request waits for the first').toEqual(['l'])
  waits.shift()?.()
  await Promise.resolve()
  await Promise.resolve()
  await Promise.resolve()
  expect(sent).toEqual(['l', 's\r'])
})

test('a refused keystroke does not stop the next', async () => {
  const sent: string[] = []
  const type = inOrder((data) => (sent.push(data), Promise.reject(new Error('refused'))))
  type('a')
  await new Promise((done) => setTimeout(done, 0))
  type('b')
  expect(sent).toEqual(['a', 'b'])
})
