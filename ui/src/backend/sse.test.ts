import { expect, test } from 'vitest'
import { frameReader } from './sse'

const read = (...pieces: string[]) => {
  const reader = frameReader()
  return pieces.flatMap((piece) => reader(piece))
}

test('reads id, event and data', () => {
  expect(read('id: 7\nevent: capture.action\ndata: {"a":1}\n\n')).toEqual([
    { id: '7', event: 'capture.action', data: '{"a":1}' },
  ])
})

test('a frame may arrive in any pieces', () => {
  const text = 'id: 1\r\nevent: a\r\ndata: one\r\n\r\nid: 2\nevent: b\ndata: two\n\n'
  const whole = read(text)
  expect(whole).toHaveLength(2)
  for (let at = 1; at < text.length; at += 1)
    expect(read(text.slice(0, at), text.slice(at)), `cut at ${at}`).toEqual(whole)
  expect(read(...text)).toEqual(whole)
})

test('comments and empty frames are no frames, several data lines are one text, the last id stays', () => {
  expect(read(':keepalive\n\n', 'id: 3\n\n', 'data: a\ndata: b\n\n')).toEqual([
    { id: '3', event: 'message', data: 'a\nb' },
  ])
})

test('an empty data line is an event, as the end of a terminal is', () => {
  expect(read('event: ended\ndata: \n\n')).toEqual([{ id: undefined, event: 'ended', data: '' }])
})
