import { Link, Outlet } from '@tanstack/react-router'
import { Header } from '#ui/shell/Header'
import { usePendingCount } from '#ui/domain/pendingAbilities'
import css from './LearnLayout.module.css'

const TABS = [
  { to: '/learn/new', label: 'Learn New Ability' },
  { to: '/learn/active', label: 'Active Capability Learning' },
  { to: '/learn/pending', label: 'Pending Abilities' },
  { to: '/learn/history', label: 'History' },
] as const

export function LearnLayout() {
  const pending = usePendingCount()
  return (
    <>
      <Header title="Ability Learning">
        <nav className={css.tabs} aria-label="Learn">
          {TABS.map((tab) => (
            <Link key={tab.to} to={tab.to} className={css.tab}>
              {tab.label}
              {tab.to === '/learn/pending' && pending > 0 && (
                <span className={`${css.count} num`}>{pending}</span>
              )}
            </Link>
          ))}
        </nav>
      </Header>
      <Outlet />
    </>
  )
}
