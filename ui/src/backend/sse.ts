// An incremental parser of server-sent events (HTML standard).

import type { Frame } from './transport'

/**
 * Takes a chunk of text and returns the frames that it completes. Comments (`:keepalive`) produce
 * none.
 */
export function frameReader(): (piece: string) => Frame[] {
  let rest = ''
  let event = ''
  let id: string | undefined
  let data: string[] = []

  const line = (text: string, out: Frame[]): void => {
    if (text === '') {
      if (data.length > 0) out.push({ id, event: event || 'message', data: data.join('\n') })
      event = ''
      data = []
      return
    }
    if (text.startsWith(':')) return
    const colon = text.indexOf(':')
    const field = colon < 0 ? text : text.slice(0, colon)
    const value = colon < 0 ? '' : text.slice(colon + 1).replace(/^ /, '')
    if (field === 'event') event = value
    else if (field === 'data') data.push(value)
    else if (field === 'id' && !value.includes('\0')) id = value
  }

  return (piece) => {
    const out: Frame[] = []
    rest += piece
    for (;;) {
      const at = rest.search(/[\r\n]/)
      // A CR at the end may be the first half of a CRLF, so the parser waits for the next chunk.
      if (at < 0 || (rest[at] === '\r' && at === rest.length - 1)) return out
      const width = rest[at] === '\r' && rest[at + 1] === '\n' ? 2 : 1
      line(rest.slice(0, at), out)
      rest = rest.slice(at + width)
    }
  }
}

/**
 * Parses the `data:` of a frame as JSON. Other text, and data that the host has already parsed, is
 * returned unchanged.
 */
export function parse(data: unknown): unknown {
  if (typeof data !== 'string') return data
  try {
    return JSON.parse(data)
  } catch {
    return data
  }
}
