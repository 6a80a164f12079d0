import { EyeOff, MoreHorizontal, Sparkle, TextCursorInput } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ObservedAction, WorkflowBoundary } from '#ui/backend/types'
import { Badge } from '#ui/components/Badge'
import { IconButton } from '#ui/components/Button'
import { Menu, type MenuItems } from '#ui/components/Menu'
import { ClockTime } from '#ui/components/Time'
import { formatDuration } from '#ui/components/format'
import { effectsOf, splitAtName, targetName } from '#ui/domain/timeline'
import { say } from '#ui/lib/say'
import css from './Timeline.module.css'

const MARK: Partial<Record<WorkflowBoundary['kind'], string>> = {
  mark_goal: say('Goal'),
  mark_step: say('Step'),
  pause: say('Paused'),
  resume: say('Resumed'),
  stop: say('Stopped'),
}

export function MarkRow({ boundary }: { boundary: WorkflowBoundary }) {
  const named = boundary.kind === 'mark_goal' || boundary.kind === 'mark_step'
  return (
    <div className={css.row} data-mark={named ? 'named' : 'quiet'}>
      <ClockTime at={boundary.created_at} className={css.time} />
      <span className={css.rail} />
      <span className={`${css.text} ${named ? '' : 'faint'}`}>
        {named ? <b>{MARK[boundary.kind]}</b> : MARK[boundary.kind]}
        {boundary.label && named && <> · {boundary.label}</>}
      </span>
      <span />
    </div>
  )
}

export interface EntryProps {
  action: ObservedAction
  trimmed: boolean
  opened: boolean
  inputs: readonly string[] | undefined
  menuOf: ((action: ObservedAction) => MenuItems) | undefined
  onOpen(action: ObservedAction): void
}

export function ActionRow({
  action,
  trimmed,
  opened,
  inputs,
  menu,
  onOpen,
}: EntryProps & { menu: (() => MenuItems) | undefined }) {
  const { lines, more } = effectsOf(action, 2)
  return (
    <div
      className={css.row}
      data-trimmed={trimmed || undefined}
      data-opened={opened || undefined}
      data-event={action.event_id}
    >
      <ClockTime at={action.created_at} className={css.time} />
      <span className={css.rail} />
      <div className={css.text}>
        <button type="button" className={css.label} tabIndex={-1} onClick={() => onOpen(action)}>
          <Sentence action={action} />
        </button>
        {lines.length > 0 && (
          <span className={css.effects}>
            {lines.map((line, at) => (
              <span key={line}>
                {line}
                {at === lines.length - 1 && more > 0 && (
                  <i className={css.further}> {say('and {more} more', { more })}</i>
                )}
              </span>
            ))}
          </span>
        )}
      </div>
      <span className={css.aside}>
        {trimmed && <Badge>{say('trimmed')}</Badge>}
        {action.masked > 0 && (
          <Badge
            tone="warn"
            icon={<EyeOff aria-hidden />}
            title={say('The value was masked before it was stored')}
          >
            {say('masked')}
          </Badge>
        )}
        {inputs?.map((name) => (
          <Badge key={name} tone="accent" icon={<TextCursorInput aria-hidden />}>
            {say('input: {name}', { name })}
          </Badge>
        ))}
        {action.caused_state_change && (
          <Badge tone="ok" icon={<Sparkle aria-hidden />}>
            {say('effect')}
          </Badge>
        )}
        {menu && (
          <Menu items={menu}>
            <IconButton label={say('Options for this action')} className={css.menu} tabIndex={-1}>
              <MoreHorizontal size={14} />
            </IconButton>
          </Menu>
        )}
      </span>
    </div>
  )
}

/**
 * The action label of the engine, with the name of the target bold and masked values highlighted.
 */
function Sentence({ action }: { action: ObservedAction }) {
  const { details } = action
  if ('command_line' in details) {
    const failed = typeof details.exit_code === 'number' && details.exit_code !== 0
    return (
      <>
        <span className={css.app}>{say('Terminal ·')} </span>
        <code>{details.command_line}</code>{' '}
        <span className="faint">
          {say('in {at}', { at: details.directory.split('/').at(-1) || '/' })}
        </span>
        {typeof details.exit_code === 'number' && (
          <span className={failed ? css.mask : 'faint'}>
            {' '}
            {say('· exit {exitCode}', { exitCode: details.exit_code })}
          </span>
        )}
        {typeof details.duration_ms === 'number' && details.duration_ms >= 1000 && (
          <span className="faint"> · {formatDuration(details.duration_ms)}</span>
        )}
      </>
    )
  }
  const [before, name, after] = splitAtName(action.action_label, targetName(action))
  return (
    <>
      {action.app_family && <span className={css.app}>{action.app_family} · </span>}
      {masked(before)}
      {name && <b>{name}</b>}
      {masked(after)}
    </>
  )
}

function masked(text: string): ReactNode {
  return text.split(/(▮+)/).map((part, at) =>
    part.startsWith('▮') ? (
      <span key={at} className={css.mask} role="img" aria-label={say('masked value')}>
        ▮▮▮▮▮▮
      </span>
    ) : (
      part
    ),
  )
}
