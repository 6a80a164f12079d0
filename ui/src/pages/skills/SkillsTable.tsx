import { TriangleAlert } from 'lucide-react'
import type { SkillSummary } from '../../backend/types'
import { Badge } from '../../components/Badge'
import { type MenuItems, RightClickMenu } from '../../components/Menu'
import { Ago } from '../../components/Time'
import { copyText } from '../../components/copyText'
import table from '../../components/Table.module.css'
import { placeOf, useVirtualRows } from '../../components/useVirtualRows'
import css from './SkillsTable.module.css'
import { agentsInShort, updatedAt } from './filter'

const HEIGHT = 38

/** Thousands of rows, of which only those in sight exist. */
export function SkillsTable({ skills, opened, onOpen }: { skills: readonly SkillSummary[]; opened: string | undefined; onOpen(path: string): void }) {
  const { scroller, items, listProps, listStyle, rowProps } = useVirtualRows({
    count: skills.length,
    keyOf: (index) => skills[index]?.path ?? index,
    height: HEIGHT,
    onOpen: (index) => skills[index] && onOpen(skills[index].path),
  })
  if (skills.length === 0) return <p className={css.none}>No skill fits. Take a filter away or search for another word.</p>
  return (
    <div ref={scroller} className={css.scroller}>
      <div role="table" aria-label="Skills" aria-rowcount={skills.length + 1}>
        <div role="row" aria-rowindex={1} className={`${table.head} ${css.columns} ${css.head}`}>
          {['Name', 'What it does', 'Agents', 'Source', 'Updated'].map((name) => (
            <span key={name} role="columnheader">
              {name}
            </span>
          ))}
        </div>
        <div {...listProps} role="rowgroup" className={css.rows} style={listStyle}>
          {items.map((item) => {
            const skill = skills[item.index]
            if (!skill) return null
            return (
              <RightClickMenu key={item.key} items={menuOf(skill, () => onOpen(skill.path))}>
                {/* The arrows and Enter of the row group serve every row. */}
                {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events */}
                <div
                  role="row"
                  aria-rowindex={item.index + 2}
                  className={`${table.row} ${css.columns} ${css.row}`}
                  data-opened={skill.path === opened || undefined}
                  style={{ ...placeOf(item), height: HEIGHT }}
                  {...rowProps(item.index)}
                  onClick={() => onOpen(skill.path)}
                >
                  <Row skill={skill} />
                </div>
              </RightClickMenu>
            )
          })}
        </div>
      </div>
    </div>
  )
}

function menuOf(skill: SkillSummary, open: () => void): MenuItems {
  return [{ label: 'Open', keys: 'enter', onSelect: open }, 'line', { label: 'Copy the name', onSelect: () => void copyText(skill.name) }, { label: 'Copy the folder', onSelect: () => void copyText(skill.path) }]
}

function Row({ skill }: { skill: SkillSummary }) {
  const wrong = skill.findings.filter((finding) => finding.severity !== 'info')
  return (
    <>
      <span role="cell" className={css.name}>
        <b className="clip">{skill.name}</b>
        {skill.shadowed_by && <Badge title={`Another skill of this name comes first: ${skill.shadowed_by}`}>shadowed</Badge>}
        {wrong.length > 0 && (
          <Badge tone="warn" icon={<TriangleAlert aria-hidden />} title={wrong[0]?.message}>
            {wrong.length}
          </Badge>
        )}
      </span>
      <span role="cell" className="muted clip">
        {skill.description}
      </span>
      <span role="cell" className="clip" title={skill.agents.join(', ')}>
        {agentsInShort(skill.agents)}
      </span>
      <span role="cell">{skill.ability_id ? <Badge tone="accent">Learned</Badge> : <span className="muted">Native</span>}</span>
      <span role="cell">
        <Ago at={updatedAt(skill)} className="faint" />
      </span>
    </>
  )
}
