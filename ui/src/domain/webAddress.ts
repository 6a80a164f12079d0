// Web addresses as people type them.

import { say } from '#ui/lib/say'

/**
 * `wiki.example.org` becomes `https://...`, a local host becomes `http://...`, and `practice`
 * stays.
 */
export function toUrl(typed: string): string | undefined {
  const text = typed.trim()
  if (text === '' || text === 'practice' || text === 'about:blank') return text || undefined
  if (/^https?:\/\//i.test(text)) return text
  return /^(localhost|127\.|\[::1\]|0\.0\.0\.0)/i.test(text) ? `http://${text}` : `https://${text}`
}

/** Why an address cannot be opened, as text. */
export function urlProblem(typed: string): string | undefined {
  const address = toUrl(typed)
  if (address === undefined || address === 'practice' || address === 'about:blank') return undefined
  const foreign =
    /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(typed.trim()) && !/^https?:\/\//i.test(typed.trim())
  return foreign || /\s/.test(typed.trim()) || !URL.canParse(address)
    ? say('Use an address that begins with http:// or https://.')
    : undefined
}
