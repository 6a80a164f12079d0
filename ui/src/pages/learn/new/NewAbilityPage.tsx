import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Page } from '#ui/components/Page'
import { say } from '#ui/lib/say'
import { Coach } from './Coach'
import { Configure } from './Configure'
import { ModeCards } from './ModeCards'
import css from './NewAbilityPage.module.css'
import { Practise } from './Practise'
import { MODES, type Mode } from './modes'

const route = getRouteApi('/learn/new')

/** The address holds the mode and the ability, so that “Improve” of a skill can preset both. */
export function NewAbilityPage() {
  const navigate = useNavigate()
  const { mode: wanted } = route.useSearch()
  const chosen = MODES.find(({ id, leads }) => id === wanted && !leads)?.id ?? 'demonstrating_skill'
  const choose = ({ id, leads }: Mode): void =>
    void (leads
      ? navigate({ to: leads })
      : navigate({
          to: '/learn/new',
          search: (old: { skill?: string }) => ({
            ...old,
            mode: id === 'demonstrating_skill' ? undefined : id,
          }),
          replace: true,
        }))
  return (
    <Page label={say('Learn New Ability')}>
      <div className={css.page}>
        <h2>{say('Create new ability by:')}</h2>
        <ModeCards chosen={chosen} onChoose={choose} />
        {chosen === 'coaching_agent' ? (
          <Coach />
        ) : chosen === 'autonomous_agent_practice' ? (
          <Practise />
        ) : (
          <Configure improving={chosen === 'improving_existing_skill'} />
        )}
      </div>
    </Page>
  )
}
