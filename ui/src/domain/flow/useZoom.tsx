import { ZoomIn, ZoomOut } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { Button, IconButton } from '#ui/components/Button'
import { say } from '#ui/lib/say'
import css from './Flow.module.css'

/** How large a drawing may be shown, in percent. */
const LEVELS = [50, 67, 80, 100, 125, 150, 200]
const USUAL = 100
/** Smaller text is hard to read: then the drawing scrolls. */
const SMALLEST_FIT = 80

export interface Zoom {
  /** In percent. */
  level: number
  buttons: ReactNode
  /** Makes the drawing as large as its place has room for, if that is smaller than usual. */
  fit(share: number): void
  /** Whether the key was one of the zoom: `+`, `-` or `0`. */
  onKey(key: string): boolean
}

/** The size of a drawing, by its buttons and its keys. */
export function useZoom(): Zoom {
  const [level, setLevel] = useState(USUAL)
  const at = LEVELS.indexOf(level)
  const smaller = LEVELS[at - 1]
  const larger = LEVELS[at + 1]
  const byKey: Readonly<Record<string, number | undefined>> = {
    '+': larger ?? level,
    '=': larger ?? level,
    '-': smaller ?? level,
    '0': USUAL,
  }
  const fit = useCallback((share: number): void => {
    if (share < 1)
      setLevel(Math.max(SMALLEST_FIT, LEVELS.findLast((known) => known <= share * 100) ?? 0))
  }, [])
  return {
    level,
    fit,
    onKey: (key) => {
      const next = byKey[key]
      if (next !== undefined) setLevel(next)
      return next !== undefined
    },
    buttons: (
      <div className={css.zoom} role="group" aria-label={say('Size of the drawing')}>
        <IconButton
          label={say('Zoom out')}
          keys="-"
          disabled={smaller === undefined}
          onClick={() => smaller !== undefined && setLevel(smaller)}
        >
          <ZoomOut size={15} aria-hidden />
        </IconButton>
        <Button
          look="ghost"
          className="num"
          aria-label={say('Size {level} %. Back to {usual} %', { level, usual: USUAL })}
          onClick={() => setLevel(USUAL)}
        >
          {level} %
        </Button>
        <IconButton
          label={say('Zoom in')}
          keys="+"
          disabled={larger === undefined}
          onClick={() => larger !== undefined && setLevel(larger)}
        >
          <ZoomIn size={15} aria-hidden />
        </IconButton>
      </div>
    ),
  }
}
