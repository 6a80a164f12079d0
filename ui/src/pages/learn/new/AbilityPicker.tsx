import { Command, defaultFilter } from 'cmdk'
import { Check, ChevronsUpDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import type { Ability } from '#ui/backend/types'
import { INSTALL_LANE } from '#ui/domain/sessionStates'
import { say } from '#ui/lib/say'
import css from './AbilityPicker.module.css'

/** At most this many rows are rendered. Typing more brings the others. */
const MAX_ROWS = 60

interface Props {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean | undefined
  abilities: readonly Ability[]
  chosen: Ability | undefined
  onChoose(abilityId: string): void
}

/** Chooses one of the taught abilities, with a search. */
export function AbilityPicker({ abilities, chosen, onChoose, ...ids }: Props) {
  const [open, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const found =
    search.trim() === ''
      ? abilities
      : abilities.filter(({ title, ability_id: id }) => defaultFilter(`${title} ${id}`, search) > 0)
  const choose = (id: string): void => {
    setOpen(false)
    setSearch('')
    onChoose(id)
  }
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <button
          type="button"
          {...ids}
          className={css.trigger}
          aria-label={say('Ability: {title}', { title: chosen?.title ?? say('Choose an ability') })}
        >
          <span className={chosen ? 'clip' : 'clip faint'}>
            {chosen?.title ?? say('Choose an ability')}
          </span>
          <ChevronsUpDown size={14} aria-hidden />
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={css.box}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={say('Abilities')}
        >
          <Command label={say('Abilities')} shouldFilter={false} loop>
            <Command.Input
              className={css.search}
              placeholder={say('Search abilities')}
              value={search}
              onValueChange={setSearch}
            />
            <Command.List className={css.list}>
              {found.length === 0 && (
                <p className={`${css.none} muted`}>{say('No matching abilities.')}</p>
              )}
              {found.slice(0, MAX_ROWS).map((ability) => (
                <Command.Item
                  key={ability.ability_id}
                  value={ability.ability_id}
                  className={css.item}
                  onSelect={() => choose(ability.ability_id)}
                >
                  <span className={css.mark} aria-hidden>
                    {ability.ability_id === chosen?.ability_id && <Check size={13} />}
                  </span>
                  <span className="clip">{ability.title}</span>
                  <span className={css.lane}>{INSTALL_LANE[ability.install_lane]}</span>
                </Command.Item>
              ))}
              {found.length > MAX_ROWS && (
                <p className={`${css.none} faint`}>
                  {say('{count, number} more. Type another word.', {
                    count: found.length - MAX_ROWS,
                  })}
                </p>
              )}
            </Command.List>
          </Command>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
