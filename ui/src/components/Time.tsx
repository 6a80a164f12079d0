import { useEffect, useState } from 'react'
import { formatDateTime, formatTime, formatElapsed, formatRelative } from './format'

/** The current time, updated at an interval. */
function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

/** “2 min ago”, with the exact time on hover. */
export function Ago({ at, className }: { at: string; className?: string }) {
  const now = useNow(20_000)
  return (
    <time dateTime={at} title={formatDateTime(at)} className={className}>
      {formatRelative(at, now)}
    </time>
  )
}

/** `10:41:02`, with the date on hover. */
export function ClockTime({ at, className }: { at: string; className?: string }) {
  return (
    <time dateTime={at} title={formatDateTime(at)} className={className}>
      {formatTime(at)}
    </time>
  )
}

/** `00:42`, counting up. */
export function Elapsed({ since }: { since: string }) {
  const now = useNow(1000)
  return <span className="num">{formatElapsed(now - Date.parse(since))}</span>
}
