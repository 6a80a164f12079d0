import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { CircleCheck, Pencil } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { formatElapsed } from '#ui/components/format'
import { scaled, useLook } from '#ui/lib/look'
import { say } from '#ui/lib/say'
import css from './Film.module.css'
import { FilmPicture } from './FilmPicture'
import type { Moment } from './useFilm'
import { usePictures } from './usePictures'

/** The width of a thumbnail at the usual size of text, in pixels. */
const WIDTH = 152

/** What is said of a moment: its number, its words, and what was understood of it. */
function wordsOf({ label, inputs, checkpoints }: Moment, number: number): string {
  return [
    `${number}. ${label}`,
    inputs.length > 0
      ? say('{count, plural, one {input: {labels}} other {inputs: {labels}}}', {
          count: inputs.length,
          labels: inputs.map((input) => input.label).join('; '),
        })
      : '',
    checkpoints.length > 0
      ? say('{count, plural, one {checkpoint: {goals}} other {checkpoints: {goals}}}', {
          count: checkpoints.length,
          goals: checkpoints.map(({ goal }) => goal.replaceAll('`', '')).join('; '),
        })
      : '',
  ]
    .filter(Boolean)
    .join(', ')
}

/** The thumbnails of all moments. Arrows, Home and End move; only those in view are rendered. */
export function FilmStrip({
  title,
  sessionId,
  moments,
  at,
  onShow,
}: {
  title: string
  sessionId: string
  moments: readonly Moment[]
  at: number
  onShow(at: number): void
}) {
  const scroller = useRef<HTMLDivElement>(null)
  const look = useLook()
  const width = scaled(WIDTH, look)
  const isRtl = document.documentElement.dir === 'rtl'
  const virtual = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: moments.length,
    horizontal: true,
    isRtl,
    getScrollElement: () => scroller.current,
    estimateSize: () => width,
    getItemKey: (index) => moments[index]?.event_id ?? index,
    overscan: 3,
    // What Tab reaches stays in the document when it is scrolled out of view.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), at])].toSorted(by),
    // Without a layout (in a test) some are rendered.
    initialRect: { width: 800, height: 140 },
  })
  useEffect(() => virtual.measure(), [virtual, width])
  useEffect(() => virtual.scrollToIndex(at), [virtual, at])
  const items = virtual.getVirtualItems()
  const seen = items.map(({ index }) => index).filter((index) => index !== at)
  const { pictures } = usePictures(sessionId, moments.length, {
    from: seen[0] ?? at,
    to: seen.at(-1) ?? at,
    at,
  })
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const [before, after] = isRtl ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight']
    const last = moments.length - 1
    const to = { [before]: at - 1, [after]: at + 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onShow(Math.min(Math.max(to, 0), last))
  }
  const hasFocus = useRef(false)
  const current = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (hasFocus.current) current.current?.focus({ preventScroll: true })
  }, [at])
  return (
    <div ref={scroller} className={css.strip}>
      <div
        role="listbox"
        aria-orientation="horizontal"
        aria-label={say('Moments of {title}', { title })}
        tabIndex={-1}
        className={css.frames}
        style={{ width: virtual.getTotalSize() }}
        onKeyDown={onKeyDown}
        onClick={({ target }) => {
          const frame = target instanceof Element && target.closest('[data-at]')
          if (frame instanceof HTMLElement) onShow(Number(frame.dataset.at))
        }}
        onFocus={() => (hasFocus.current = true)}
        onBlur={() => (hasFocus.current = false)}
      >
        {items.map(({ index, key, start, size }) => {
          const moment = moments[index]
          if (!moment) return null
          const picture = pictures.get(moment.event_id)
          return (
            <div
              key={key}
              ref={index === at ? current : undefined}
              role="option"
              aria-selected={index === at}
              aria-setsize={moments.length}
              aria-posinset={index + 1}
              tabIndex={index === at ? 0 : -1}
              data-at={index}
              className={css.frame}
              style={{ insetInlineStart: start, width: size }}
            >
              <span className="sr">{wordsOf(moment, index + 1)}</span>
              <div className={css.thumb} aria-hidden="true">
                {picture ? <FilmPicture picture={picture} /> : <p dir="auto">{moment.caption}</p>}
              </div>
              <div className={css.foot} aria-hidden="true">
                <span className="num">
                  {index + 1} · {formatElapsed(moment.at_ms)}
                </span>
                {moment.inputs.length > 0 && <Pencil size={12} />}
                {moment.checkpoints.length > 0 && <CircleCheck size={12} />}
              </div>
            </div>
          )
        })}
      </div>
    </div>
  )
}

const by = (one: number, other: number): number => one - other
