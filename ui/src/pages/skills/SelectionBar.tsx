import { ChevronUp, X } from 'lucide-react'
import type { Skill } from '#ui/backend/skillList'
import { Button, IconButton } from '#ui/components/Button'
import { Menu, type MenuItems } from '#ui/components/Menu'
import { say } from '#ui/lib/say'
import css from './SkillsPage.module.css'
import type { SkillActions } from './useSkillActions'

/** The actions that are shown as buttons. The others are in the menu. */
const MAX_BUTTONS = 3

/** The actions for all selected skills. */
export function SelectionBar({
  skills,
  skillActions,
  entries,
  onClear,
}: {
  skills: readonly Skill[]
  skillActions: SkillActions
  entries(skills: readonly Skill[]): MenuItems
  onClear(): void
}) {
  const items = skillActions.menuItems(skills)
  const first = items.filter((item) => !item.danger).slice(0, MAX_BUTTONS)
  return (
    <div className={css.bar} role="toolbar" aria-label={say('Selection')}>
      <b className="num">{say('{count, number} selected', { count: skills.length })}</b>
      {first.map((item) => (
        <Button key={item.label} onClick={item.onSelect}>
          {item.label}
        </Button>
      ))}
      <Menu items={() => [...entries(skills), ...items.filter((item) => !first.includes(item))]}>
        <Button look="ghost">
          {say('More')} <ChevronUp size={13} aria-hidden />
        </Button>
      </Menu>
      <IconButton label={say('Clear the selection')} keys="esc" onClick={onClear}>
        <X size={14} />
      </IconButton>
    </div>
  )
}
