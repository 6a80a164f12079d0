import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Note } from '../../../components/Note'
import { Page } from '../../../components/Page'
import { Configure } from './Configure'
import { ModeCards } from './ModeCards'
import css from './NewAbilityPage.module.css'
import { MODES, type Mode } from './modes'

const route = getRouteApi('/learn/new')

export function NewAbilityPage() {
  const navigate = useNavigate()
  // Who comes from a skill says which way, and what it is about.
  const { mode: wanted, skill } = route.useSearch()
  const asked = MODES.find(({ id }) => id === wanted)
  const [mode, setMode] = useState<Mode['id']>(asked && !asked.missing && !asked.leads ? asked.id : 'demonstrating_skill')
  return (
    <Page label="Learn New Ability">
      <div className={css.page}>
        {asked && skill && (
          <Note tone={asked.missing ? 'warn' : 'info'}>
            <b>{asked.label}</b>: <code>{skill}</code>. {asked.missing ?? ''}
          </Note>
        )}
        <h2>Create new ability by:</h2>
        <ModeCards chosen={mode} onChoose={({ id, leads }) => (leads ? void navigate({ to: leads }) : setMode(id))} />
        <Configure />
      </div>
    </Page>
  )
}
