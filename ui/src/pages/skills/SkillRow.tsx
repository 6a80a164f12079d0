import {
  Ban,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  Layers2,
  Pin,
  ShieldAlert,
  TriangleAlert,
} from 'lucide-react'
import { type MouseEvent, type ReactNode, memo } from 'react'
import type { Skill } from '#ui/backend/skillList'
import { Badge } from '#ui/components/Badge'
import table from '#ui/components/Table.module.css'
import { Ago } from '#ui/components/Time'
import { rowPosition } from '#ui/components/useVirtualRows'
import { CategoryDots } from '#ui/domain/CategoryDots'
import type { ShownCategory } from '#ui/domain/categories'
import { say } from '#ui/lib/say'
import css from './SkillsTable.module.css'
import { HEALTH, type Health, SOURCE, shortAgents, healthOf, updatedAt } from './skillFilter'

const HEALTH_ICON: Record<Health, ReactNode> = {
  strong: <CircleCheck aria-hidden />,
  good: <CircleCheck aria-hidden />,
  moderate: <TriangleAlert aria-hidden />,
  no_data: <CircleDashed aria-hidden />,
  warnings: <TriangleAlert aria-hidden />,
  weak: <CircleAlert aria-hidden />,
  errors: <CircleAlert aria-hidden />,
  missing: <CircleAlert aria-hidden />,
  quarantined: <ShieldAlert aria-hidden />,
}

function HealthMark({ skill }: { skill: Skill }) {
  const health = HEALTH.find(({ value }) => value === healthOf(skill))
  if (!health) return null
  const count =
    health.value === 'errors' ? skill.errors : health.value === 'warnings' ? skill.warnings : 0
  const why =
    skill.state === 'quarantined' || skill.state === 'missing'
      ? skill.reason
      : skill.kinds[0]?.title
  return (
    <span className={css.health} data-tone={health.tone} title={why ?? undefined}>
      {HEALTH_ICON[health.value]}
      <span className="clip">
        {count > 1 ? `${count} ${health.label.toLowerCase()}` : health.label}
      </span>
    </span>
  )
}

interface RowProps {
  skill: Skill
  index: number
  start: number
  /** Its height, in pixels. */
  height: number
  /** Whether Tab reaches it. */
  tabbable: boolean
  chosen: boolean
  opened: boolean
  /** The text around the search words. */
  excerpt: string | undefined
  categories: readonly ShownCategory[]
  onFocus(event: React.FocusEvent<HTMLElement>): void
  onPress(skill: Skill, event: MouseEvent): void
  onCheck(skill: Skill, event: MouseEvent): void
}

/** Memoised: scrolling moves the list without rendering its rows. */
export const SkillRow = memo(function Row({
  skill,
  index,
  start,
  height,
  tabbable,
  chosen,
  opened,
  excerpt,
  categories,
  onFocus,
  onPress,
  onCheck,
}: RowProps) {
  return (
    // The row group handles arrows and Enter for every row.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={chosen}
      className={`${table.row} ${css.columns} ${css.row}`}
      data-opened={opened || undefined}
      data-chosen={chosen || undefined}
      data-state={skill.state}
      data-index={index}
      style={{ ...rowPosition(start), height }}
      tabIndex={tabbable ? 0 : -1}
      onFocus={onFocus}
      // Some web views send a click for the right button too. That one belongs to the menu.
      onClick={(event) => event.button === 0 && onPress(skill, event)}
    >
      <span role="gridcell" className={css.check}>
        <button
          type="button"
          role="checkbox"
          tabIndex={-1}
          aria-checked={chosen}
          aria-label={say('Select {name}', { name: skill.name })}
          className={css.box}
          onClick={(event) => {
            event.stopPropagation()
            onCheck(skill, event)
          }}
        />
      </span>
      <span role="gridcell" className={css.name}>
        <b className="clip">{skill.name}</b>
        {skill.pinned && <Pin size={11} className={css.pin} aria-label={say('Pinned')} />}
        {skill.state === 'disabled' && (
          <Badge icon={<Ban aria-hidden />} title={skill.reason ?? undefined}>
            {say('Disabled')}
          </Badge>
        )}
        {skill.state === 'active' && skill.ability_id && skill.reason && (
          <Badge tone="warn" icon={<Ban aria-hidden />} title={skill.reason}>
            {say('Not usable')}
          </Badge>
        )}
        {skill.shadowed && (
          <span
            className={css.shadowed}
            title={say('Shadowed: another skill with this name takes precedence')}
          >
            <Layers2 size={12} aria-label={say('Shadowed')} />
          </span>
        )}
      </span>
      <span
        role="gridcell"
        className="muted clip"
        title={excerpt ? `${skill.description}\n…${excerpt}` : skill.description}
      >
        {excerpt ? <em className={css.excerpt}>{excerpt}</em> : skill.description}
      </span>
      <span role="gridcell">
        {skill.source === 'learned' ? (
          <Badge tone="accent">{say('Learned')}</Badge>
        ) : (
          <span className="muted">{SOURCE[skill.source]}</span>
        )}
      </span>
      <span role="gridcell" className="clip" title={skill.agentNames.join(', ')}>
        {shortAgents(skill.agentNames)}
      </span>
      <span role="gridcell" className={css.cell}>
        <HealthMark skill={skill} />
      </span>
      <span role="gridcell" className={css.cell}>
        <CategoryDots categories={categories} />
      </span>
      <span role="gridcell">
        <Ago at={updatedAt(skill)} className="faint" />
      </span>
    </div>
  )
})
