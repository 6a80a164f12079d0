import { clearMocks, mockIPC } from '@tauri-apps/api/mocks'
import { Blob as NodeBlob } from 'node:buffer'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { call } from './client'
import type { BackendError } from './errors'
import { type Frame, setTransport } from './transport'
import { windowTransport } from './window'

afterEach(() => clearMocks())

interface FakeChannel {
  onmessage(message: unknown): void
}

test('a request calls the command `request` and returns its response', async () => {
  const asked: unknown[] = []
  mockIPC((command, given) => {
    asked.push([command, given])
    return { status: 200, body: { actions: [], total: 0 } }
  })
  setTransport(windowTransport())
  await expect(call('list_sessions', { query: { page: 2, page_size: 10 } })).resolves.toEqual({
    actions: [],
    total: 0,
  })
  await call('mark_step', {
    path: { sessionId: 's' },
    body: { step_label: 'Publish', step_kind_hint: 'action' },
  })
  expect(asked).toEqual([
    ['request', { method: 'GET', path: '/api/learn/sessions?page=2&page_size=10', body: null }],
    [
      'request',
      {
        method: 'POST',
        path: '/api/learn/sessions/s/mark-step',
        body: { step_label: 'Publish', step_kind_hint: 'action' },
      },
    ],
  ])
})

/** A form with one file of the given size, and a shell that accepts it. */
function handing(size: number, answers: Record<string, (given: unknown) => unknown> = {}) {
  // The files of jsdom cannot be read.
  vi.stubGlobal('Blob', NodeBlob)
  onTestFinished(() => void vi.unstubAllGlobals())
  const asked: string[] = []
  const pieces: Uint8Array[] = []
  mockIPC((command, given) => {
    asked.push(command)
    if (command === 'upload_piece') pieces.push(new Uint8Array(given as unknown as ArrayBuffer))
    const known: Record<string, (given: unknown) => unknown> = {
      begin_upload: () => 7,
      upload_piece: () => true,
      end_upload: () => ({ status: 200, body: { accepted: true } }),
      ...answers,
    }
    return known[command]?.(given)
  })
  const file = Object.assign(
    new NodeBlob([new Uint8Array(size).fill(65)], { type: 'application/zip' }),
    { name: 'a "b".zip' },
  )
  const form = new Map<string, unknown>([
    ['metadata', '{}'],
    ['bundle', file],
  ])
  const shares: number[] = []
  const abort = new AbortController()
  const hand = () =>
    windowTransport().upload('/api/skills/import/uploads', form as unknown as FormData, {
      signal: abort.signal,
      onProgress: (share) => shares.push(share),
    })
  return { asked, pieces, shares, abort, hand }
}

test('files are sent to the shell as bytes of a form, in pieces, with progress', async () => {
  let kind = ''
  const { asked, pieces, shares, hand } = handing(2_500_000, {
    begin_upload: (given) => ((kind = (given as { kind: string }).kind), 7),
  })
  expect(await (await hand()).json()).toEqual({ accepted: true })
  expect(new Set(asked)).toEqual(new Set(['begin_upload', 'upload_piece', 'end_upload']))
  expect(Math.max(...pieces.map((piece) => piece.byteLength)), 'no piece is large').toBe(
    1024 * 1024,
  )
  const boundary = kind.replace('multipart/form-data; boundary=', '')
  expect(Buffer.concat(pieces).toString()).toBe(
    [
      `--${boundary}`,
      'content-disposition: form-data; name="metadata"',
      '',
      '{}',
      `--${boundary}`,
      'content-disposition: form-data; name="bundle"; filename="a %22b%22.zip"',
      'content-type: application/zip',
      '',
      'A'.repeat(2_500_000),
      `--${boundary}--`,
      '',
    ].join('\r\n'),
  )
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  expect(shares.at(-1)).toBe(1)
})

test('a cancelled upload sends no further piece, and the shell drops it', async () => {
  const { asked, abort, hand } = handing(5_000_000, {
    upload_piece: () => (
      asked.filter((command) => command === 'upload_piece').length === 3 && abort.abort(),
      true
    ),
  })
  await expect(hand()).rejects.toMatchObject({ name: 'AbortError' })
  expect(asked.filter((command) => command === 'upload_piece')).toHaveLength(3)
  expect(asked.at(-1)).toBe('cancel_upload')
})

test('when the engine has refused, the rest is not sent', async () => {
  const refusal = {
    status: 413,
    body: { error: { code: 'SKILL_IMPORT_FILE_TOO_LARGE', message: 'Too large.' } },
  }
  const { asked, hand } = handing(5_000_000, {
    upload_piece: () => false,
    end_upload: () => refusal,
  })
  expect((await hand()).status).toBe(413)
  expect(asked).toEqual(['begin_upload', 'upload_piece', 'end_upload'])
})

/** The shell reads the file and sends it to the engine; the page sends the rest of the form. */
function offering(answer: (progress: FakeChannel, abort: AbortController) => unknown) {
  vi.stubGlobal('Blob', NodeBlob)
  onTestFinished(() => void vi.unstubAllGlobals())
  const asked: string[] = []
  let form = ''
  mockIPC((command, given) => {
    asked.push(command)
    if (command === 'upload_piece')
      form += new TextDecoder().decode(given as unknown as ArrayBuffer)
    if (command === 'upload_file') {
      const known = given as { id: number; file: number; progress: FakeChannel }
      form += `<${known.id}: ${known.file}>`
      return answer(known.progress, abort)
    }
    return command === 'begin_upload'
      ? 7
      : command === 'upload_piece'
        ? true
        : { status: 200, body: { accepted: true } }
  })
  const shares: number[] = []
  const abort = new AbortController()
  // The FormData of jsdom returns files of another class.
  const fields = {
    entries: () => [['metadata', '{"source":"manual_upload"}']],
  } as unknown as FormData
  const hand = () =>
    windowTransport().desktop?.uploadFile(
      { id: 3, name: 'brew-tea', file: 'brew-tea.zip', folder: true },
      '/api/skills/import/uploads',
      fields,
      { signal: abort.signal, onProgress: (share) => shares.push(share) },
    )
  return { asked, shares, hand, form: () => form }
}

test('a file of the shell is uploaded without the page, which sends only its position in the form', async () => {
  const { asked, shares, hand, form } = offering(
    (progress) => (progress.onmessage(0.5), progress.onmessage(1), true),
  )
  expect((await hand())?.status).toBe(200)
  expect(form()).toMatch(
    new RegExp(
      [
        'name="metadata"',
        '',
        '\\{"source":"manual_upload"\\}',
        '--.*',
        'content-disposition: form-data; name="bundle"; filename="brew-tea\\.zip"',
        'content-type: application/zip',
        '',
        '<7: 3>',
        '--.*--',
        '$',
      ].join('\r\n'),
    ),
  )
  expect(shares, 'only large files are reported').toEqual([0.5, 1])
  expect(asked.at(-1)).toBe('end_upload')
})

test('cancelling does not wait for packing', async () => {
  const { asked, hand } = offering((_, abort) => (abort.abort(), new Promise(() => undefined)))
  await expect(hand()).rejects.toMatchObject({ name: 'AbortError' })
  expect(asked.at(-1)).toBe('cancel_upload')
})

test('a file that the shell cannot read throws its envelope and leaves nothing behind', async () => {
  const { asked, hand } = offering(() =>
    Promise.reject({ error: { code: 'SKILL_IMPORT_FILE_TOO_LARGE', message: 'It is too large.' } }),
  )
  await expect(hand()).rejects.toMatchObject({
    code: 'SKILL_IMPORT_FILE_TOO_LARGE',
    message: 'It is too large.',
  })
  expect(asked.at(-1)).toBe('cancel_upload')
})

test('an envelope is thrown with its code; a rejected command is OFFLINE', async () => {
  setTransport(windowTransport())
  mockIPC(() => ({
    status: 404,
    body: {
      error: {
        code: 'PROPOSAL_NOT_FOUND',
        message: 'There is none.',
        retryable: false,
        correlation_id: 'c',
      },
    },
  }))
  await expect(call('settings')).rejects.toMatchObject({
    code: 'PROPOSAL_NOT_FOUND',
    message: 'There is none.',
  })
  mockIPC(() => {
    // The shell rejects with text when it cannot reach the engine.
    // oxlint-disable-next-line no-throw-literal, typescript/only-throw-error
    throw 'the engine is gone'
  })
  await expect(call('settings')).rejects.toMatchObject({
    code: 'OFFLINE',
    retryable: true,
  })
})

test('a stream is a channel: frames, their order, the end, and unsubscribing', async () => {
  const calls: string[] = []
  let channel: FakeChannel | undefined
  mockIPC((command, given) => {
    const known = given as {
      path?: string
      lastEventId?: string | null
      channel?: FakeChannel
      id?: number
    }
    calls.push(`${command} ${known.path ?? known.id} ${known.lastEventId ?? ''}`.trim())
    if (known.channel) channel = known.channel
    return command === 'subscribe' ? 9 : undefined
  })
  const frames: Frame[] = []
  const ended = vi.fn<(error?: BackendError) => void>()
  const opened = vi.fn<() => void>()
  const close = windowTransport().open('/api/learn/events', '12', {
    onOpen: opened,
    onFrame: (frame) => frames.push(frame),
    onEnd: ended,
  })
  await vi.waitFor(() => expect(opened).toHaveBeenCalled())
  channel?.onmessage({ id: '13', event: 'capture.action', data: '{"seq":13}' })
  channel?.onmessage({ id: null, event: 'output', data: 'bHM=' })
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

test('a stream that fails or is refused says why', async () => {
  let channel: FakeChannel | undefined
  mockIPC((command, given) => {
    channel = (given as { channel?: FakeChannel }).channel
    return command === 'subscribe' ? 1 : undefined
  })
  const ended = vi.fn<(error?: BackendError) => void>()
  windowTransport().open('/x', undefined, { onFrame: () => {}, onEnd: ended })
  await vi.waitFor(() => expect(channel).toBeDefined())
  channel?.onmessage({
    event: 'stream.failed',
    data: '{"error":{"code":"INTERNAL","message":"lost"}}',
  })
  expect(ended).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ code: 'INTERNAL', message: 'lost' }),
  )

  mockIPC(() =>
    Promise.reject({ error: { code: 'LEARN_SESSION_NOT_FOUND', message: 'There is none.' } }),
  )
  const refused = vi.fn<(error?: BackendError) => void>()
  windowTransport().open('/y', undefined, { onFrame: () => {}, onEnd: refused })
  await vi.waitFor(() =>
    expect(refused).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ code: 'LEARN_SESSION_NOT_FOUND' }),
    ),
  )
})

test('the command `save` stores a file and returns where; its error keeps its text', async () => {
  const asked: unknown[] = []
  mockIPC((command, given) => {
    asked.push([command, given])
    return '/home/ada/Downloads/list.json'
  })
  await expect(windowTransport().save('list.json', '[]')).resolves.toBe(
    '/home/ada/Downloads/list.json',
  )
  expect(asked).toEqual([['save', { name: 'list.json', text: '[]' }]])

  mockIPC(() => Promise.reject('The disk is full. Nothing was left half-written.'))
  await expect(windowTransport().save('list.json', '[]')).rejects.toMatchObject({
    code: 'SAVE_FAILED',
    message: 'The disk is full. Nothing was left half-written.',
  })
  mockIPC(() => Promise.reject({ odd: true }))
  await expect(windowTransport().save('list.json', '[]')).rejects.toMatchObject({
    code: 'SAVE_FAILED',
    message: 'list.json could not be saved.',
  })
})
