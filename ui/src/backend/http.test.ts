import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from './client'
import { httpTransport, takeToken } from './http'
import { follow } from './stream'
import { type Frame, setTransport } from './transport'

const fetched = vi.fn<typeof fetch>()
beforeEach(() => vi.stubGlobal('fetch', fetched))
afterEach(() => {
  fetched.mockReset()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A server-sent stream that the test writes to. */
function stream(): { response: Response; write(text: string): void; end(): void; fail(): void } {
  let control: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({ start: (given) => void (control = given) })
  return {
    response: new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
    write: (text) => control?.enqueue(new TextEncoder().encode(text)),
    end: () => control?.close(),
    fail: () => control?.error(new TypeError('network error')),
  }
}

const headersOf = (call: number): Headers => {
  const [input, init] = fetched.mock.calls[call] ?? []
  return new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined))
}

test('the token is moved from the address to session storage', () => {
  history.replaceState(null, '', '/#token=se%2Bcret')
  expect(takeToken(location, history, sessionStorage)).toBe('se+cret')
  expect(location.href).not.toContain('cret')
  expect(takeToken(location, history, sessionStorage), 'a reload still has it').toBe('se+cret')
})

test('requests carry the token and the source of marks, and return data', async () => {
  fetched.mockResolvedValue(Response.json({ done: true }))
  setTransport(httpTransport('key'))
  await expect(
    call('terminal_input', { path: { terminalId: 't 1' }, body: { data: 'ls\r' } }),
  ).resolves.toEqual({ done: true })
  const request = fetched.mock.calls[0]?.[0] as Request
  expect(request.method).toBe('POST')
  expect(new URL(request.url).pathname).toBe('/api/terminals/t%201/input')
  expect(request.headers.get('authorization')).toBe('Bearer key')
  expect(request.headers.get('x-boundary-source')).toBe('user_click')
  expect(await request.json()).toEqual({ data: 'ls\r' })
})

test('a refusal is thrown with its code, and a server that is down as OFFLINE', async () => {
  setTransport(httpTransport('key'))
  fetched.mockResolvedValueOnce(
    Response.json(
      {
        error: {
          code: 'SKILL_ALREADY_EXISTS',
          message: 'There is one.',
          retryable: false,
          correlation_id: 'c',
        },
      },
      { status: 409 },
    ),
  )
  await expect(call('settings')).rejects.toMatchObject({
    code: 'SKILL_ALREADY_EXISTS',
  })
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await expect(call('settings')).rejects.toMatchObject({
    code: 'OFFLINE',
    retryable: true,
  })
})

test('a broken stream continues after the last event, without repeats', async () => {
  const [first, second] = [stream(), stream()]
  fetched
    .mockResolvedValueOnce(first.response)
    .mockRejectedValueOnce(new TypeError('refused'))
    .mockResolvedValueOnce(second.response)
  setTransport(httpTransport('key'))
  const frames: Frame[] = []
  const states: string[] = []
  const stop = follow('/api/learn/sessions/s/events', {
    onFrame: (frame) => frames.push(frame),
    onState: (state, { gap }) => states.push(gap ? `${state} after a gap` : state),
    delay: () => 0,
  })

  await vi.waitFor(() => expect(states).toContain('live'))
  first.write('id: 4\nevent: a\ndata: 1\n\nid: 5\nevent: a\ndata: 2\n\nid: 6\nevent: cut')
  await vi.waitFor(() => expect(frames).toHaveLength(2))
  first.fail()
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(3))
  expect(headersOf(0).get('last-event-id')).toBeNull()
  expect(headersOf(1).get('last-event-id')).toBe('5')
  expect(headersOf(2).get('last-event-id'), 'a failed attempt forgets nothing').toBe('5')
  second.write('id: 6\nevent: a\ndata: 3\n\n')
  await vi.waitFor(() => expect(frames.map((frame) => frame.data)).toEqual(['1', '2', '3']))
  expect(states).toEqual([
    'connecting',
    'live',
    'down',
    'connecting',
    'down',
    'connecting',
    'live after a gap',
  ])
  stop()
})

test('a stream that ends normally is over; an endless one is opened again', async () => {
  setTransport(httpTransport('key'))
  const once = stream()
  fetched.mockResolvedValueOnce(once.response)
  const states: string[] = []
  follow('/x', { onFrame: () => {}, onState: (state) => states.push(state), delay: () => 0 })
  await vi.waitFor(() => expect(states).toContain('live'))
  once.end()
  await vi.waitFor(() => expect(states.at(-1)).toBe('ended'))
  expect(fetched).toHaveBeenCalledTimes(1)

  const [third, fourth] = [stream(), stream()]
  fetched.mockResolvedValueOnce(third.response).mockResolvedValueOnce(fourth.response)
  const stop = follow('/y', { endless: true, onFrame: () => {}, delay: () => 0 })
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(2))
  third.end()
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(3))
  stop()
})

test('a refused stream is not retried', async () => {
  setTransport(httpTransport(undefined))
  fetched.mockResolvedValue(
    Response.json({ error: { code: 'UNAUTHORIZED', message: 'No key.' } }, { status: 401 }),
  )
  const states: string[] = []
  follow('/api/learn/events', {
    endless: true,
    onFrame: () => {},
    onState: (state, { error }) => states.push(`${state} ${error?.code ?? ''}`),
    delay: () => 0,
  })
  await vi.waitFor(() => expect(states.at(-1)).toBe('down UNAUTHORIZED'))
  expect(fetched).toHaveBeenCalledTimes(1)
})

test('a silent stream counts as lost', async () => {
  vi.useFakeTimers()
  fetched.mockImplementation((_input, init) => {
    const { response, fail } = stream()
    init?.signal?.addEventListener('abort', fail)
    return Promise.resolve(response)
  })
  const ended = vi.fn<() => void>()
  const close = httpTransport('key').open('/x', undefined, { onFrame: () => {}, onEnd: ended })
  await vi.advanceTimersByTimeAsync(74_000)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2000)
  expect(ended).toHaveBeenCalledWith(expect.objectContaining({ code: 'OFFLINE' }))
  close()
})

test('closing reports nothing', async () => {
  const { response, fail } = stream()
  fetched.mockImplementation((_input, init) => {
    init?.signal?.addEventListener('abort', fail)
    return Promise.resolve(response)
  })
  const ended = vi.fn<() => void>()
  const opened = vi.fn<() => void>()
  const close = httpTransport('key').open('/x', undefined, {
    onOpen: opened,
    onFrame: () => {},
    onEnd: ended,
  })
  await vi.waitFor(() => expect(opened).toHaveBeenCalled())
  close()
  await new Promise((done) => setTimeout(done, 0))
  expect(ended).not.toHaveBeenCalled()
})

test('in a browser a file becomes a download, and its URL is revoked', async () => {
  vi.useFakeTimers()
  const clicked: Array<{ href: string; download: string }> = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    clicked.push({ href: this.href, download: this.download })
  })
  const blobs: Blob[] = []
  const revoked = vi.fn<(address: string) => void>()
  vi.stubGlobal(
    'URL',
    Object.assign(class extends URL {}, {
      createObjectURL: (blob: Blob) => (blobs.push(blob), 'blob:one'),
      revokeObjectURL: revoked,
    }),
  )
  await expect(httpTransport(undefined).save('list.json', '["é"]')).resolves.toBe(
    'list.json in your downloads folder',
  )
  expect(clicked).toEqual([{ href: 'blob:one', download: 'list.json' }])
  expect(blobs.map(({ size, type }) => [size, type])).toEqual([[6, 'application/json']])
  expect(revoked).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(revoked).toHaveBeenCalledExactlyOnceWith('blob:one')
  click.mockRestore()
})
