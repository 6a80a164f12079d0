import { clearMocks, mockIPC } from '@tauri-apps/api/mocks'
import { Blob as NodeBlob } from 'node:buffer'
import { afterEach, expect, test, vi } from 'vitest'
import { api, ask } from './client'
import type { BackendError } from './errors'
import { type Frame, setTransport } from './transport'
import { windowTransport } from './window'

afterEach(() => clearMocks())

interface FakeChannel {
  onmessage(message: unknown): void
}

test('a request becomes the command `request` and its answer a response', async () => {
  const asked: unknown[] = []
  mockIPC((command, given) => {
    asked.push([command, given])
    return { status: 200, body: { actions: [], total: 0 } }
  })
  setTransport(windowTransport())
  await expect(ask(api.GET('/api/learn/sessions', { params: { query: { page: 2, page_size: 10 } } }))).resolves.toEqual({ actions: [], total: 0 })
  await ask(api.POST('/api/learn/sessions/{sessionId}/mark-step', { params: { path: { sessionId: 's' } }, body: { step_label: 'Publish', step_kind_hint: 'action' } }))
  expect(asked).toEqual([
    ['request', { method: 'GET', path: '/api/learn/sessions?page=2&page_size=10', body: null }],
    ['request', { method: 'POST', path: '/api/learn/sessions/s/mark-step', body: { step_label: 'Publish', step_kind_hint: 'action' } }],
  ])
})

test('files go to the shell as the bytes of a form', async () => {
  let asked: [string, unknown] | undefined
  mockIPC((command, given) => {
    asked = [command, given]
    return { status: 200, body: { accepted: true } }
  })
  // The ones of jsdom cannot be read.
  vi.stubGlobal('Blob', NodeBlob)
  const file = Object.assign(new NodeBlob(['PK\u0003'], { type: 'application/zip' }), { name: 'a "b".zip' })
  const form = new Map<string, unknown>([['metadata', '{}'], ['bundle', file]])
  const answer = await windowTransport().upload('/api/skills/import/uploads', form as unknown as FormData, { signal: new AbortController().signal, onProgress: () => undefined })
  vi.unstubAllGlobals()
  expect(await answer.json()).toEqual({ accepted: true })
  expect(asked?.[0]).toBe('upload')
  const text = new TextDecoder().decode(asked?.[1] as ArrayBuffer)
  const [, boundary] = /^--(\S+)\r\n/.exec(text) ?? []
  expect(text).toBe(`--${boundary}\r\ncontent-disposition: form-data; name="metadata"\r\n\r\n{}\r\n--${boundary}\r\ncontent-disposition: form-data; name="bundle"; filename="a %22b%22.zip"\r\ncontent-type: application/zip\r\n\r\nPK\u0003\r\n--${boundary}--\r\n`)
})

test('an envelope is thrown with its code; a rejected command is offline', async () => {
  setTransport(windowTransport())
  mockIPC(() => ({ status: 404, body: { error: { code: 'PROPOSAL_NOT_FOUND', message: 'There is none.', retryable: false, correlation_id: 'c' } } }))
  await expect(ask(api.GET('/api/settings'))).rejects.toMatchObject({ code: 'PROPOSAL_NOT_FOUND', message: 'There is none.' })
  mockIPC(() => {
    // The shell rejects with text when the engine is out of reach.
    // oxlint-disable-next-line no-throw-literal, typescript/only-throw-error
    throw 'the engine is gone'
  })
  await expect(ask(api.GET('/api/settings'))).rejects.toMatchObject({ code: 'OFFLINE', retryable: true })
})

test('a stream is a channel: frames, their order, its end, and giving it back', async () => {
  const calls: string[] = []
  let channel: FakeChannel | undefined
  mockIPC((command, given) => {
    const known = given as { path?: string; lastEventId?: string | null; channel?: FakeChannel; id?: number }
    calls.push(`${command} ${known.path ?? known.id} ${known.lastEventId ?? ''}`.trim())
    if (known.channel) channel = known.channel
    return command === 'subscribe' ? 9 : undefined
  })
  const frames: Frame[] = []
  const ended = vi.fn<(error?: BackendError) => void>()
  const opened = vi.fn<() => void>()
  const close = windowTransport().open('/api/learn/events', '12', { onOpen: opened, onFrame: (frame) => frames.push(frame), onEnd: ended })
  await vi.waitFor(() => expect(opened).toHaveBeenCalled())
  channel?.onmessage({ id: 13, event: 'capture.action', data: '{"seq":13}' })
  channel?.onmessage({ event: 'output', data: 'bHM=' })
  expect(frames).toEqual([
    { id: '13', event: 'capture.action', data: '{"seq":13}' },
    { id: undefined, event: 'output', data: 'bHM=' },
  ])
  channel?.onmessage({ event: 'stream.end', data: '' })
  expect(ended).toHaveBeenCalledExactlyOnceWith(undefined)
  channel?.onmessage({ event: 'capture.action', data: '{}' })
  expect(frames, 'nothing comes after the end').toHaveLength(2)
  close()
  expect(calls).toEqual(['subscribe /api/learn/events 12', 'unsubscribe 9'])
})

test('a stream that failed or was refused says why', async () => {
  let channel: FakeChannel | undefined
  mockIPC((command, given) => {
    channel = (given as { channel?: FakeChannel }).channel
    return command === 'subscribe' ? 1 : undefined
  })
  const ended = vi.fn<(error?: BackendError) => void>()
  windowTransport().open('/x', undefined, { onFrame: () => {}, onEnd: ended })
  await vi.waitFor(() => expect(channel).toBeDefined())
  channel?.onmessage({ event: 'stream.failed', data: '{"error":{"code":"INTERNAL","message":"lost"}}' })
  expect(ended).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'INTERNAL', message: 'lost' }))

  mockIPC(() => Promise.reject({ error: { code: 'LEARN_SESSION_NOT_FOUND', message: 'There is none.' } }))
  const refused = vi.fn<(error?: BackendError) => void>()
  windowTransport().open('/y', undefined, { onFrame: () => {}, onEnd: refused })
  await vi.waitFor(() => expect(refused).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'LEARN_SESSION_NOT_FOUND' })))
})

test('a file is kept by the command `save`, which says where; its refusal is told in its own words', async () => {
  const asked: unknown[] = []
  mockIPC((command, given) => {
    asked.push([command, given])
    return '/home/ada/Downloads/list.json'
  })
  await expect(windowTransport().save('list.json', '[]')).resolves.toBe('/home/ada/Downloads/list.json')
  expect(asked).toEqual([['save', { name: 'list.json', text: '[]' }]])

  mockIPC(() => Promise.reject('The disk is full. Nothing was left half-written.'))
  await expect(windowTransport().save('list.json', '[]')).rejects.toMatchObject({ code: 'SAVE_FAILED', message: 'The disk is full. Nothing was left half-written.' })
  mockIPC(() => Promise.reject({ odd: true }))
  await expect(windowTransport().save('list.json', '[]')).rejects.toMatchObject({ code: 'SAVE_FAILED', message: 'list.json could not be saved.' })
})
