import { Download, Pause, Play } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '#ui/components/Button'
import { ErrorNote } from '#ui/components/ErrorNote'
import { formatElapsed } from '#ui/components/format'
import { Menu } from '#ui/components/Menu'
import { MessageText } from '#ui/components/MessageText'
import { say } from '#ui/lib/say'
import css from './Film.module.css'
import { FilmPicture, HatchPattern } from './FilmPicture'
import { FilmStrip } from './FilmStrip'
import type { FilmState, Moment } from './useFilm'
import { usePictures } from './usePictures'

/** How long a moment is shown while the filmstrip plays: as long as it took, within these. */
const SHORTEST = 600
const LONGEST = 3000

/** The demonstration as masked pictures that are scrubbed like a video. */
export function FilmSection({
  film,
  onCheckpoint,
  onInput,
}: {
  film: FilmState
  /** Leads to a checkpoint or an input of the draft. */
  onCheckpoint(id: string): void
  onInput(name: string): void
}) {
  const { moments, error, box, isOpen, setOpen } = film
  if (error) return <ErrorNote error={error} onRetry={film.retry} />
  return (
    <details
      ref={box}
      className={css.section}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <h3>{say('Filmstrip')}</h3>{' '}
        <span className="muted">
          {moments
            ? say('{count, plural, =0 {no moments} one {# moment} other {# moments}}', {
                count: moments.length,
              })
            : say('loading...')}
        </span>
      </summary>
      {isOpen && moments?.length === 0 && (
        <div className={css.caption}>
          <h4>{say('Nothing to play')}</h4>
          <p className="muted">
            {say(
              'Each recorded step is a moment here, with a picture that shows no values. Nothing was recorded, or it was deleted.',
            )}
          </p>
        </div>
      )}
      {isOpen && moments && moments.length > 0 && (
        <Player film={film} moments={moments} onCheckpoint={onCheckpoint} onInput={onInput} />
      )}
    </details>
  )
}

/** Whether it plays. It goes on at the pace of the demonstration, and ends with it. */
function usePlaying(moments: readonly Moment[], at: number, onShow: (at: number) => void) {
  const [wanted, setPlaying] = useState(false)
  const next = moments[at + 1]
  const pause = next && Math.min(LONGEST, Math.max(SHORTEST, next.at_ms - moments[at]!.at_ms))
  const playing = wanted && pause !== undefined
  useEffect(() => {
    if (!playing) return
    const timer = setTimeout(() => onShow(at + 1), pause)
    return () => clearTimeout(timer)
  }, [playing, pause, at, onShow])
  return {
    playing,
    stop: () => setPlaying(false),
    toggle: () => {
      if (!playing && pause === undefined) onShow(0)
      setPlaying(!playing)
    },
  }
}

function Player({
  film: { sessionId, title, at, show, save },
  moments,
  onCheckpoint,
  onInput,
}: {
  film: FilmState
  moments: readonly Moment[]
  onCheckpoint(id: string): void
  onInput(name: string): void
}) {
  const { playing, stop, toggle } = usePlaying(moments, at, show)
  const { pictures, pending } = usePictures(sessionId, moments.length, { from: at, to: at, at })
  const choose = (to: number): void => (stop(), show(to))
  const moment = moments[at]
  if (!moment) return null
  const picture = pictures.get(moment.event_id)
  const number = at + 1
  return (
    <div className={css.body}>
      <HatchPattern />
      <div className={css.tools}>
        <Button
          icon={playing ? <Pause size={14} aria-hidden /> : <Play size={14} aria-hidden />}
          disabled={moments.length < 2}
          onClick={toggle}
        >
          {playing ? say('Pause') : say('Play')}
        </Button>
        <input
          type="range"
          className={css.scrubber}
          min={1}
          max={moments.length}
          value={number}
          aria-label={say('Moment')}
          aria-valuetext={`${number}. ${moment.label}`}
          onChange={(event) => choose(Number(event.target.value) - 1)}
        />
        <span className="muted num">
          {formatElapsed(moment.at_ms)} / {formatElapsed(moments.at(-1)?.at_ms ?? 0)}
        </span>
        <Menu
          items={[
            { label: say('As a page (HTML)'), onSelect: () => save('html') },
            { label: say('As a sheet (SVG)'), onSelect: () => save('svg') },
          ]}
        >
          <Button icon={<Download size={14} aria-hidden />}>{say('Export')}</Button>
        </Menu>
      </div>
      <div className={css.stage}>
        <div className={css.screen}>
          {picture ? (
            <FilmPicture
              picture={picture}
              label={say('What the page showed, without values: {words}', {
                words: moment.caption,
              })}
            />
          ) : (
            <div className={css.card}>
              {moment.place && <bdi className="muted">{moment.place}</bdi>}
              <p dir="auto">{moment.caption}</p>
              {moment.pictured && pending ? (
                <p className="faint">{say('loading...')}</p>
              ) : (
                <p className="faint">{say('There is no picture of this moment.')}</p>
              )}
            </div>
          )}
        </div>
        <div className={css.caption} aria-live={playing ? 'off' : 'polite'}>
          <p className="muted">
            {say('Moment {number} of {count}', { number, count: moments.length })}
            {moment.place && (
              <>
                {' · '}
                <bdi>{moment.place}</bdi>
              </>
            )}
          </p>
          <p dir="auto">
            <b>{moment.label}</b>
          </p>
          {moment.inputs.length > 0 && (
            <Links title={say('Inputs')}>
              {moment.inputs.map((input) => (
                <button
                  key={input.name}
                  type="button"
                  className={css.link}
                  onClick={() => onInput(input.name)}
                >
                  <bdi>{input.label}</bdi>
                </button>
              ))}
            </Links>
          )}
          {moment.checkpoints.length > 0 && (
            <Links title={say('Checkpoints')}>
              {moment.checkpoints.map(({ checkpoint_id, goal }) => (
                <button
                  key={checkpoint_id}
                  type="button"
                  className={css.link}
                  onClick={() => onCheckpoint(checkpoint_id)}
                >
                  <MessageText text={goal} />
                </button>
              ))}
            </Links>
          )}
        </div>
      </div>
      <FilmStrip title={title} sessionId={sessionId} moments={moments} at={at} onShow={choose} />
    </div>
  )
}

function Links({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h4>{title}</h4>
      <div className={css.links}>{children}</div>
    </section>
  )
}
