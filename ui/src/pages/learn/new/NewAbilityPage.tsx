import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Page } from '../../../components/Page'
import { Configure } from './Configure'
import { ModeCards } from './ModeCards'
import css from './NewAbilityPage.module.css'
import type { Mode } from './modes'

export function NewAbilityPage() {
  const navigate = useNavigate()
  const [mode, setMode] = useState<Mode['id']>('demonstrating_skill')
  return (
    <Page label="Learn New Ability">
      <div className={css.page}>
        <h2>Create new ability by:</h2>
        <ModeCards chosen={mode} onChoose={({ id, leads }) => (leads ? void navigate({ to: leads }) : setMode(id))} />
        <Configure />
      </div>
    </Page>
  )
}
