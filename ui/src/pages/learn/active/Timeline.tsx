import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { MousePointerClick } from 'lucide-react'
import { memo, useEffect, useMemo, useRef } from 'react'
import * as read from '#ui/backend/queries'
import type { ObservedAction, Schemas, SessionDetail, WorkflowBoundary } from '#ui/backend/types'
import { EmptyState } from '#ui/components/EmptyState'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Skeleton } from '#ui/components/Skeleton'
import { type MenuItems, RightClickMenu } from '#ui/components/Menu'
import type { RovingRow } from '#ui/components/useRovingFocus'
import { rowPosition, useVirtualRows } from '#ui/components/useVirtualRows'
import { isCapturing } from '#ui/domain/sessionStates'
import { type TimelineRow, toRows } from '#ui/domain/timeline'
import { say } from '#ui/lib/say'
import css from './Timeline.module.css'
import { ActionRow, type EntryProps, MarkRow } from './TimelineRows'
import { useActionMenu } from './useActionMenu'

interface TimelineProps {
  detail: SessionDetail
  query: UseQueryResult<Schemas['ObservedActionsResponse']>
  openedId: string | undefined
  onOpen(action: ObservedAction): void
}

export function Timeline({ detail, query, openedId, onOpen }: TimelineProps) {
  const actions = query.data?.actions
  const rows = useMemo(() => toRows(actions ?? [], detail.boundaries), [actions, detail.boundaries])
  const live = isCapturing(detail.session.state)
  if (query.error && !actions)
    return <Pad>{<ErrorNote error={query.error} onRetry={() => void query.refetch()} />}</Pad>
  if (!actions) return <Pad>{<Skeleton />}</Pad>
  return rows.length > 0 ? (
    <Rows
      detail={detail}
      actions={actions}
      rows={rows}
      live={live}
      openedId={openedId}
      onOpen={onOpen}
    />
  ) : (
    <Waiting live={live} armed={detail.session.state === 'armed'} />
  )
}

interface RowsProps extends Omit<TimelineProps, 'query'> {
  actions: readonly ObservedAction[]
  rows: readonly TimelineRow[]
  live: boolean
}

function Rows({ detail, actions, rows, live, openedId, onOpen }: RowsProps) {
  const inputs = useInputs(detail.session.proposal_id ?? undefined)
  const menuOf = useActionMenu(detail, actions)
  const { scroller, items, measure, listProps, listStyle, rowProps } = useVirtualRows({
    count: rows.length,
    keyOf: (index) => rows[index]?.id ?? index,
    height: 34,
    paddingEnd: 12,
    onOpen: (index) => {
      const row = rows[index]
      if (row?.kind === 'action') onOpen(row.action)
    },
  })
  useFollow(scroller, live)
  return (
    <div ref={scroller} className={css.scroller}>
      <div
        {...listProps}
        role="list"
        aria-label={say('Timeline')}
        className={css.list}
        style={listStyle}
      >
        {items.map((item) => {
          const row = rows[item.index]
          return (
            row && (
              <Slot
                key={item.key}
                measure={measure}
                start={item.start}
                // -1 means an unknown size in ARIA. With the real size, every row would render
                // again for each new action.
                size={live ? -1 : rows.length}
                {...rowProps(item.index)}
                {...(row.kind === 'mark'
                  ? { boundary: row.boundary }
                  : {
                      action: row.action,
                      trimmed: row.trimmed,
                      opened: row.id === openedId,
                      inputs: inputs.get(row.id),
                      menuOf,
                      onOpen,
                    })}
              />
            )
          )
        })}
      </div>
    </div>
  )
}

type SlotProps = {
  start: number
  size: number
  measure(element: HTMLElement | null): void
} & RovingRow &
  (EntryProps | { boundary: WorkflowBoundary })

/** One positioned row. Memoised: most rows do not render again when an action arrives. */
const Slot = memo(function Slot(props: SlotProps) {
  const { start, size, measure, tabIndex, onFocus, 'data-index': index } = props
  const menu =
    'action' in props && props.menuOf
      ? (): MenuItems => props.menuOf?.(props.action) ?? []
      : undefined
  const slot = (
    <div
      ref={measure}
      role="listitem"
      aria-setsize={size}
      aria-posinset={index + 1}
      className={css.slot}
      style={rowPosition(start)}
      tabIndex={tabIndex}
      data-index={index}
      onFocus={onFocus}
    >
      {'action' in props ? (
        <ActionRow {...props} menu={menu} />
      ) : (
        <MarkRow boundary={props.boundary} />
      )}
    </div>
  )
  // The menu wraps the focusable element, so that the menu key opens it too.
  return menu ? <RightClickMenu items={menu}>{slot}</RightClickMenu> : slot
})

const Pad = ({ children }: { children: React.ReactNode }) => (
  <div className={css.pad}>{children}</div>
)

function Waiting({ live, armed }: { live: boolean; armed: boolean }) {
  if (armed) {
    return (
      <div className={css.pad}>
        <EmptyState icon={<MousePointerClick />} title={say('Ready to start')}>
          <p>
            {say(
              'Nothing is watched yet. Press Start, then do the task in the watched window or terminal.',
            )}
          </p>
        </EmptyState>
      </div>
    )
  }
  return (
    <div className={css.pad}>
      <EmptyState
        icon={<MousePointerClick />}
        title={live ? say('Waiting for your first action') : say('Nothing was recorded')}
      >
        {live ? (
          <p>
            {say(`Do the task in the watched window or terminal. Clicks, completed fields, choices and
              commands appear here; single keystrokes do not.`)}
          </p>
        ) : (
          <p>{say('This session has no actions. Cancel it and demonstrate again.')}</p>
        )}
      </EmptyState>
    </div>
  )
}

/** Which actions gave the draft its inputs, once there is a draft. */
function useInputs(proposalId: string | undefined): ReadonlyMap<string, string[]> {
  const { data } = useQuery({
    ...read.proposalDetail(proposalId ?? ''),
    enabled: proposalId !== undefined,
  })
  return useMemo(() => {
    const found = new Map<string, string[]>()
    for (const variable of proposalId ? (data?.variables ?? []) : []) {
      for (const id of variable.source_event_ids)
        found.set(id, [...(found.get(id) ?? []), variable.name])
    }
    return found
  }, [data, proposalId])
}

/** Keeps the newest action in view until the person scrolls up. */
function useFollow(scroller: React.RefObject<HTMLDivElement | null>, live: boolean): void {
  const atEnd = useRef(true)
  useEffect(() => {
    const box = scroller.current
    const content = box?.firstElementChild
    if (!box || !content || !live) return undefined
    const onScroll = (): void => {
      atEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < 60
    }
    // Fires once at the start, and whenever a row is added or measured.
    const grown = new ResizeObserver(() => atEnd.current && box.scrollTo({ top: box.scrollHeight }))
    grown.observe(content)
    grown.observe(box)
    box.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      grown.disconnect()
      box.removeEventListener('scroll', onScroll)
    }
  }, [scroller, live])
}
