import { ArrowDown, ArrowUp } from 'lucide-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Skill } from '#ui/backend/skillList'
import { type MenuItems, RightClickMenu } from '#ui/components/Menu'
import { Peek } from '#ui/components/Peek'
import table from '#ui/components/Table.module.css'
import { useVirtualRows } from '#ui/components/useVirtualRows'
import type { ShownCategory } from '#ui/domain/categories'
import { skillItem } from '#ui/domain/categoryItems'
import { beginDrag } from '#ui/lib/drag'
import { describeSkills } from './skillActions'
import { SkillPeek } from './SkillPeek'
import { SkillRow } from './SkillRow'
import css from './SkillsTable.module.css'
import { COLUMNS, type Column, nextSort, sortOf } from './skillFilter'
import {
  NO_SELECTION,
  type Selection,
  selectAll,
  selectionAfterKey,
  selectRange,
  toggleSelected,
} from '#ui/components/selection'
import { say } from '#ui/lib/say'

interface Props {
  skills: readonly Skill[]
  opened: string | undefined
  sort: string
  selection: Selection
  /** By folder: the text around the search words, for skills that match only in their text. */
  excerpts: ReadonlyMap<string, string>
  words: readonly string[]
  categoriesOf(skill: Skill): readonly ShownCategory[]
  onSort(sort: string): void
  onSelect(selection: Selection): void
  onOpen(skill: Skill): void
  onRemove(skill: Skill): void
  onImprove(skill: Skill): void
  menuOf(skill: Skill): MenuItems
}

/** The height of a row and of the header, in pixels. */
const ROW_HEIGHT = 38
const HEAD = 31

/** A virtualised table of thousands of skills. */
export function SkillsTable({
  skills,
  opened,
  sort,
  selection,
  excerpts,
  words,
  categoriesOf,
  onSort,
  onSelect,
  onOpen,
  onRemove,
  onImprove,
  menuOf,
}: Props) {
  const [peeking, setPeeking] = useState(false)
  const open = (index: number): void => {
    const skill = skills[index]
    setPeeking(false)
    if (skill) onOpen(skill)
  }
  const { scroller, items, listProps, listStyle, rowProps, current, show } = useVirtualRows({
    count: skills.length,
    keyOf: (index) => skills[index]?.item_id ?? index,
    height: ROW_HEIGHT,
    head: HEAD,
    onOpen: open,
    onPeek: () => setPeeking(!peeking),
  })
  const peeked = peeking ? skills[current] : undefined
  const isOpened = (skill: Skill): boolean =>
    opened !== undefined && (opened === skill.path || opened === skill.item_id)
  // Scrolls to a skill that was opened by the address, the palette or another list.
  const revealed = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (revealed.current === opened) return
    revealed.current = opened
    const at = skills.findIndex(isOpened)
    if (at >= 0) show(at)
  })
  const ids = useMemo(() => skills.map((skill) => skill.item_id), [skills])
  // Stable callbacks, so that memoised rows do not render again.
  const latest = useRef({ ids, selection, onSelect, onOpen })
  useEffect(() => {
    latest.current = { ids, selection, onSelect, onOpen }
  })
  const onCheck = useCallback((skill: Skill, event: MouseEvent) => {
    const now = latest.current
    now.onSelect(
      event.shiftKey
        ? selectRange(now.selection, skill.item_id, now.ids)
        : toggleSelected(now.selection, skill.item_id),
    )
  }, [])
  const onPress = useCallback(
    (skill: Skill, event: MouseEvent) => {
      if (event.shiftKey || event.ctrlKey || event.metaKey) onCheck(skill, event)
      else latest.current.onOpen(skill)
    },
    [onCheck],
  )
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const skill = skills[current]
    if (
      !skill ||
      !(event.target instanceof HTMLElement) ||
      event.target.dataset.index === undefined
    )
      return
    const next = selectionAfterKey(event, selection, current, ids)
    if (next) onSelect(next)
    // Arrow keys with Shift select and also move.
    if (!next || event.key.startsWith('Arrow')) {
      if (event.key === 'Delete') onRemove(skill)
      else if (event.key.toLowerCase() === 'e' && !event.ctrlKey && !event.metaKey && !event.altKey)
        onImprove(skill)
      else return listProps.onKeyDown(event)
    }
    event.preventDefault()
  }
  // In web views without `contextmenu` for a long press, the pressed row is noted here.
  const under = useRef<Skill | undefined>(undefined)
  const note = (event: SyntheticEvent): void => {
    const row =
      event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-index]') : null
    under.current = skills[Number(row?.dataset.index)]
  }
  /** A row that is selected drags all that are. */
  const grab = (event: PointerEvent): void => {
    const skill = under.current
    if (!skill || (event.target instanceof Element && event.target.closest('button'))) return
    const dragged = selection.ids.has(skill.item_id)
      ? skills.filter(({ item_id: id }) => selection.ids.has(id))
      : [skill]
    beginDrag(event, describeSkills(dragged), dragged.map(skillItem))
  }
  const { onFocus } = rowProps(0)
  return (
    <div ref={scroller} className={css.scroller}>
      <div
        role="grid"
        aria-label={say('Skills')}
        aria-rowcount={skills.length + 1}
        aria-multiselectable
      >
        <Head
          sort={sort}
          onSort={onSort}
          every={skills.length > 0 && selection.ids.size >= skills.length}
          some={selection.ids.size > 0}
          onEvery={() =>
            onSelect(selection.ids.size >= skills.length ? NO_SELECTION : selectAll(ids))
          }
        />
        {/* One menu for all rows; it looks up which row was pressed. */}
        <RightClickMenu items={() => (under.current ? menuOf(under.current) : [])}>
          <div
            {...listProps}
            onKeyDown={onKeyDown}
            onContextMenuCapture={note}
            onPointerDownCapture={(event) => (note(event), grab(event))}
            role="rowgroup"
            className={css.rows}
            style={listStyle}
          >
            {items.map((item) => {
              const skill = skills[item.index]
              return (
                skill && (
                  <SkillRow
                    key={item.key}
                    skill={skill}
                    index={item.index}
                    start={item.start}
                    height={item.size}
                    tabbable={item.index === current}
                    chosen={selection.ids.has(skill.item_id)}
                    opened={isOpened(skill)}
                    excerpt={
                      skill.path === undefined || words.every((word) => skill.words.includes(word))
                        ? undefined
                        : excerpts.get(skill.path)
                    }
                    categories={categoriesOf(skill)}
                    onFocus={onFocus}
                    onPress={onPress}
                    onCheck={onCheck}
                  />
                )
              )
            })}
          </div>
        </RightClickMenu>
      </div>
      {peeked && (
        <Peek
          list={listProps.ref}
          index={current}
          name={peeked.name}
          onClose={() => setPeeking(false)}
        >
          <SkillPeek skill={peeked} categories={categoriesOf(peeked)} />
        </Peek>
      )}
    </div>
  )
}

function Head({
  sort,
  onSort,
  every,
  some,
  onEvery,
}: {
  sort: string
  onSort(sort: string): void
  every: boolean
  some: boolean
  onEvery(): void
}) {
  const now = sortOf(sort)
  const order = (column: Column): 'ascending' | 'descending' | 'none' =>
    now.column !== column ? 'none' : now.down ? 'descending' : 'ascending'
  return (
    <div role="row" aria-rowindex={1} className={`${table.head} ${css.columns} ${css.head}`}>
      <span role="columnheader" className={css.check}>
        <button
          type="button"
          role="checkbox"
          aria-checked={every ? true : some ? 'mixed' : false}
          aria-label={say('Select all shown rows')}
          className={css.box}
          onClick={onEvery}
        />
      </span>
      {COLUMNS.map(({ value, label }) => (
        <span key={value} role="columnheader" aria-sort={order(value)}>
          <button type="button" className={css.sort} onClick={() => onSort(nextSort(sort, value))}>
            {label}
            {now.column === value &&
              (now.down ? <ArrowDown size={12} aria-hidden /> : <ArrowUp size={12} aria-hidden />)}
          </button>
        </span>
      ))}
    </div>
  )
}
