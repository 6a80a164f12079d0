import { Link, Outlet } from '@tanstack/react-router'
import { Header } from '#ui/shell/Header'
import { usePendingCount } from '#ui/domain/pendingAbilities'
import { say } from '#ui/lib/say'
import css from './LearnLayout.module.css'

const TABS = [
  { to: '/learn/new', label: say('Learn New Ability') },
  { to: '/learn/active', label: say('Active Capability Learning') },
  { to: '/learn/pending', label: say('Pending Abilities') },
  { to: '/learn/history', label: say('History') },
] as const

export function LearnLayout() {
  const pending = usePendingCount()
  return (
    <>
      <Header title={say('Ability Learning')}>
        <nav className={css.tabs} aria-label={say('Learn')}>
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
