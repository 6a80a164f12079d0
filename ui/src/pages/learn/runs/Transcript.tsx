import { Brain, Hand, Info, MessageSquareText, Wrench } from 'lucide-react'
import { type ReactNode, type UIEvent, useEffect, useRef, useState } from 'react'
import type { AgentRun, Schemas } from '#ui/backend/types'
import { Badge, type Tone } from '#ui/components/Badge'
import { MessageText } from '#ui/components/MessageText'
import { Segmented } from '#ui/components/Segmented'
import { ClockTime } from '#ui/components/Time'
import { say } from '#ui/lib/say'
import css from './Transcript.module.css'

type Entry = Schemas['AgentRunEntry']
type Shown = 'all' | 'messages' | 'tools'

const KIND: Record<Entry['kind'], { word: string; icon: ReactNode; of: Shown }> = {
  message: { word: say('Message'), icon: <MessageSquareText />, of: 'messages' },
  thought: { word: say('Thought'), icon: <Brain />, of: 'messages' },
  tool: { word: say('Tool call'), icon: <Wrench />, of: 'tools' },
  permission: { word: say('Permission request'), icon: <Hand />, of: 'tools' },
  note: { word: 'Apprentice', icon: <Info />, of: 'all' },
}

const STATUS: Record<string, { word: string; tone: Tone }> = {
  pending: { word: say('to come'), tone: 'neutral' },
  in_progress: { word: say('running'), tone: 'accent' },
  completed: { word: say('done'), tone: 'neutral' },
  failed: { word: say('failed'), tone: 'warn' },
  allowed: { word: say('allowed'), tone: 'ok' },
  rejected: { word: say('rejected'), tone: 'warn' },
  forbidden: { word: say('forbidden'), tone: 'bad' },
}

/** Closer to the end than this, in pixels, the end is followed. */
const NEAR = 24

/** What the agent says and does, in its own words, with secrets masked. Follows its end while it is shown. */
export function Transcript({ run }: { run: Pick<AgentRun, 'entries' | 'entry_count' | 'phase'> }) {
  const [shown, setShown] = useState<Shown>('all')
  const entries = run.entries.filter(({ kind }) => shown === 'all' || KIND[kind].of === shown)
  const box = useRef<HTMLDivElement>(null)
  const follows = useRef(run.phase !== 'ended')
  useEffect(() => {
    if (follows.current && box.current) box.current.scrollTop = box.current.scrollHeight
  })
  const onScroll = ({ currentTarget: list }: UIEvent): void => {
    follows.current = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR
  }
  const unkept = run.entry_count - run.entries.length
  return (
    <section className={css.transcript} aria-label={say('Transcript')}>
      <header className={css.head}>
        <h3>{say('Transcript')}</h3>
        <Segmented<Shown>
          label={say('What is shown')}
          value={shown}
          choices={[
            { value: 'all', label: say('All') },
            { value: 'messages', label: say('Messages') },
            { value: 'tools', label: say('Tools') },
          ]}
          onChange={setShown}
        />
      </header>
      <div
        ref={box}
        className={css.list}
        // Focusable, so that the keyboard can scroll it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="log"
        aria-label={say('What the agent does')}
        aria-live="off"
        onScroll={onScroll}
      >
        {entries.map((entry) => (
          <Line key={entry.number} entry={entry} />
        ))}
        {entries.length === 0 && (
          <p className={css.none}>
            {run.phase === 'ended' ? say('Nothing.') : say('Nothing yet.')}
          </p>
        )}
        {unkept > 0 && (
          <p className={css.none}>
            {say('{unkept, plural, one {# later entry} other {# later entries}} were not kept.', {
              unkept,
            })}
          </p>
        )}
      </div>
      <p className="faint">
        {say('The agent’s own words. Only the results that Apprentice read are proof.')}
      </p>
    </section>
  )
}

function Line({ entry: { at, kind, text, status } }: { entry: Entry }) {
  const { word, icon } = KIND[kind]
  const told = status ? (STATUS[status] ?? { word: status, tone: 'neutral' as const }) : undefined
  return (
    <div className={css.line} data-kind={kind}>
      <span className={css.icon} title={word}>
        {icon}
        <span className="sr">{word}:</span>
      </span>
      <span className={css.text}>
        {kind === 'tool' || kind === 'permission' ? <MessageText text={text} /> : text}
      </span>
      {told && <Badge tone={told.tone}>{told.word}</Badge>}
      <ClockTime at={at} className={css.at} />
    </div>
  )
}
