import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Note } from '#ui/components/Note'
import { Page } from '#ui/components/Page'
import { Coach } from './Coach'
import { Configure } from './Configure'
import { ModeCards } from './ModeCards'
import css from './NewAbilityPage.module.css'
import { MODES, type Mode } from './modes'

const route = getRouteApi('/learn/new')

/** The address holds the mode and the ability, so that “Improve” of a skill can preset both. */
export function NewAbilityPage() {
  const navigate = useNavigate()
  const { mode: wanted } = route.useSearch()
  const asked = MODES.find(({ id }) => id === wanted)
  const improving = wanted === 'improving_existing_skill'
  const coaching = wanted === 'coaching_agent'
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
    <Page label="Learn New Ability">
      <div className={css.page}>
        {asked?.missing && (
          <Note tone="warn">
            <b>{asked.label}</b>: {asked.missing}
          </Note>
        )}
        <h2>Create new ability by:</h2>
        <ModeCards
          chosen={improving || coaching ? wanted : 'demonstrating_skill'}
          onChoose={choose}
        />
        {coaching ? <Coach /> : <Configure improving={improving} />}
      </div>
    </Page>
  )
}
