import { ChevronUp, X } from 'lucide-react'
import type { Skill } from '#ui/backend/shelf'
import { Button, IconButton } from '#ui/components/Button'
import { Menu, type MenuItems } from '#ui/components/Menu'
import css from './SkillsPage.module.css'
import type { Works } from './useWorks'

/** As many as stand beside each other without thinking; the rest opens above. */
const FIRST = 3

/** What can be done to everything that is chosen. */
export function SelectionBar({
  skills,
  works,
  entries,
  onClear,
}: {
  skills: readonly Skill[]
  works: Works
  entries(skills: readonly Skill[]): MenuItems
  onClear(): void
}) {
  const offers = works.offers(skills)
  const first = offers.filter((item) => !item.danger).slice(0, FIRST)
  return (
    <div className={css.bar} role="toolbar" aria-label="What is chosen">
      <b className="num">{skills.length.toLocaleString()} chosen</b>
      {first.map((item) => (
        <Button key={item.label} onClick={item.onSelect}>
          {item.label}
        </Button>
      ))}
      <Menu items={() => [...entries(skills), ...offers.filter((item) => !first.includes(item))]}>
        <Button look="ghost">
          More <ChevronUp size={13} aria-hidden />
        </Button>
      </Menu>
      <IconButton label="Choose nothing" keys="esc" onClick={onClear}>
        <X size={14} />
      </IconButton>
    </div>
  )
}
