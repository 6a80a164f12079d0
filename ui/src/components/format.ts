// Formats times, durations, sizes and counts for people.

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export function formatRelative(at: string, now: number): string {
  const then = Date.parse(at)
  const past = now - then
  if (past < 45_000) return past < -45_000 ? formatDateTime(at) : 'just now'
  if (past < HOUR) return `${Math.max(1, Math.round(past / MINUTE))} min ago`
  if (past < DAY) return `${Math.round(past / HOUR)} h ago`
  if (past < 2 * DAY) return 'yesterday'
  if (past < 7 * DAY) return `${Math.floor(past / DAY)} d ago`
  const date = new Date(then)
  const sameYear = date.getFullYear() === new Date(now).getFullYear()
  return date.toLocaleDateString(undefined, {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  })
}

export const formatDateTime = (at: string): string =>
  new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

/** The date without the time. */
export const formatDate = (at: string): string =>
  new Date(at).toLocaleDateString(undefined, { dateStyle: 'medium' })

export const formatTime = (at: string): string =>
  new Date(at).toLocaleTimeString(undefined, {
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
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < MINUTE) return `${(ms / 1000).toFixed(1)} s`
  return `${Math.round(ms / MINUTE)} min`
}

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB']

/** `1 byte`, `45.2 KB`, `346 MB`. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1)
  const amount = bytes / 1000 ** step
  return `${step === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${bytes === 1 ? 'byte' : UNITS[step]}`
}

/** `4 hours`, `7 days`. */
export const formatHours = (hours: number): string =>
  hours % 24 === 0 ? plural(hours / 24, 'day') : plural(hours, 'hour')
