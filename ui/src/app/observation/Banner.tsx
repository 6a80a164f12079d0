import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { type lostSources, lostSentence } from '#ui/domain/lostSources'
import { say } from '#ui/lib/say'
import css from './Banner.module.css'
import { BarWindow, BarWindowButton } from './BarWindow'
import barCss from './BarWindow.module.css'

interface BannerProps {
  /** What goes on, such as `Watching`. */
  title: string
  /** What of. */
  subject: string
  /** What is no longer seen. */
  lost?: ReturnType<typeof lostSources>
  /** The time, and what is counted. */
  facts: ReactNode
  paused?: boolean
  /** What its own window shows in addition. Without it the banner has no such window. */
  more?: ReactNode
  /** The buttons. */
  children: ReactNode
}

/**
 * The form of every banner: what goes on, what is lost, what is counted, and the buttons. It stays in
 * the window while a window of its own shows the same.
 */
export function Banner({ more, ...props }: BannerProps) {
  if (more === undefined) return <Bar {...props} />
  return (
    <>
      <Bar {...props} detachable />
      <BarWindow>
        <Bar {...props} />
        <div className={barCss.more}>{more}</div>
      </BarWindow>
    </>
  )
}

function Bar({
  title,
  subject,
  lost,
  facts,
  paused,
  children,
  detachable,
}: Omit<BannerProps, 'more'> & { detachable?: boolean }) {
  return (
    <section
      className={css.banner}
      aria-label={say('Observation')}
      data-paused={paused || undefined}
    >
      <span className={css.dot} aria-hidden />
      <p>
        <b>{title}</b> <span className={css.sources}>{subject}</span>
      </p>
      {lost && lost.length > 0 && (
        <p className={css.lost} role="alert">
          <TriangleAlert size={14} aria-hidden /> {lostSentence(lost)}
        </p>
      )}
      <p className={`${css.facts} num`}>{facts}</p>
      <div className={css.buttons}>
        {detachable && <BarWindowButton />}
        {children}
      </div>
    </section>
  )
}
