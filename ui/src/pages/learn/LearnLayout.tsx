import { useQuery } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { Header } from '../../app/Header'
import * as importing from '../../backend/imports'
import * as read from '../../backend/queries'
import { awaitsYou } from '../../domain/imports/states'
import { pendingState } from '../../domain/states'
import css from './LearnLayout.module.css'

const TABS = [
  { to: '/learn/new', label: 'Learn New Ability' },
  { to: '/learn/active', label: 'Active Capability Learning' },
  { to: '/learn/pending', label: 'Pending Abilities' },
  { to: '/learn/history', label: 'History' },
] as const

export function LearnLayout() {
  const sessions = useQuery(read.sessions()).data?.sessions ?? []
  const imports = useQuery(importing.imports()).data?.items ?? []
  const pending = sessions.filter((session) => pendingState(session.state)).length + imports.filter((record) => awaitsYou(record.stage_state)).length
  return (
    <>
      <Header title="Ability Learning">
        <nav className={css.tabs} aria-label="Learn">
          {TABS.map((tab) => (
            <Link key={tab.to} to={tab.to} className={css.tab}>
              {tab.label}
              {tab.to === '/learn/pending' && pending > 0 && <span className={`${css.count} num`}>{pending}</span>}
            </Link>
          ))}
        </nav>
      </Header>
      <Outlet />
    </>
  )
}
