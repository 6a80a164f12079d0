// Formats times, durations, sizes and counts for people, as their language writes them.

import { locale, say } from '#ui/lib/say'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export function formatRelative(at: string, now: number): string {
  const then = Date.parse(at)
  const past = now - then
  if (past < 45_000) return past < -45_000 ? formatDateTime(at) : say('just now')
  if (past < HOUR)
    return say('{minutes} min ago', { minutes: Math.max(1, Math.round(past / MINUTE)) })
  if (past < DAY) return say('{hours} h ago', { hours: Math.round(past / HOUR) })
  if (past < 2 * DAY) return say('yesterday')
  if (past < 7 * DAY) return say('{days} d ago', { days: Math.floor(past / DAY) })
  const date = new Date(then)
  const sameYear = date.getFullYear() === new Date(now).getFullYear()
  return date.toLocaleDateString(locale(), {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  })
}

export const formatDateTime = (at: string): string =>
  new Date(at).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'medium' })

/** The date without the time. */
export const formatDate = (at: string): string =>
  new Date(at).toLocaleDateString(locale(), { dateStyle: 'medium' })

export const formatTime = (at: string): string =>
  new Date(at).toLocaleTimeString(locale(), {
    hour12: false,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })

const twoDigits = (n: number): string => String(n).padStart(2, '0')

/** `00:42`, `12:03`, `1:02:03`. */
export function formatElapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const hours = Math.floor(seconds / 3600)
  const rest = `${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

/** `340 ms`, `2.4 s`, `3 min`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return say('{milliseconds} ms', { milliseconds: Math.round(ms) })
  if (ms < MINUTE) return say('{seconds} s', { seconds: decimal(ms / 1000) })
  return say('{minutes} min', { minutes: Math.round(ms / MINUTE) })
}

/** One decimal place. */
const decimal = (number: number): string =>
  number.toLocaleString(locale(), {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    useGrouping: false,
  })

/** `1 byte`, `45.2 KB`, `346 MB`. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), 4)
  const exact = bytes / 1000 ** step
  if (step === 0)
    return say('{count, plural, one {# byte} other {# bytes}}', { count: Math.round(exact) })
  const amount = exact >= 100 ? String(Math.round(exact)) : decimal(exact)
  if (step === 1) return say('{amount} KB', { amount })
  if (step === 2) return say('{amount} MB', { amount })
  if (step === 3) return say('{amount} GB', { amount })
  return say('{amount} TB', { amount })
}

/** `4 hours`, `7 days`. */
export const formatHours = (hours: number): string =>
  hours % 24 === 0
    ? say('{count, plural, one {# day} other {# days}}', { count: hours / 24 })
    : say('{count, plural, one {# hour} other {# hours}}', { count: hours })

/** `one, two and three`. */
export const formatList = (parts: readonly string[]): string =>
  new Intl.ListFormat(locale(), { type: 'conjunction' }).format(parts)
