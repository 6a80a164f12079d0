// Maps addresses to pages. The router uses the part after `#`, so the window and any web server can
// serve the interface.

import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
} from '@tanstack/react-router'
import type { RouterHistory } from '@tanstack/react-router'
import { ActivePage } from '#ui/pages/actions/ActivePage'
import { SchedulesPage } from '#ui/pages/actions/SchedulesPage'
import { ConnectorsPage } from '#ui/pages/connectors/ConnectorsPage'
import { ImportPage } from '#ui/pages/import/ImportPage'
import { LearnLayout } from '#ui/pages/learn/LearnLayout'
import { LearningPage } from '#ui/pages/learn/active/LearningPage'
import { GatePage } from '#ui/pages/learn/gates/GatePage'
import { HistoryPage } from '#ui/pages/learn/history/HistoryPage'
import { parseHistorySearch } from '#ui/pages/learn/history/searchParams'
import { NewAbilityPage } from '#ui/pages/learn/new/NewAbilityPage'
import { PendingPage } from '#ui/pages/learn/pending/PendingPage'
import { ReviewPage } from '#ui/pages/learn/review/ReviewPage'
import { AgentRunPage } from '#ui/pages/learn/runs/AgentRunPage'
import { SettingsPage } from '#ui/pages/settings/SettingsPage'
import { SkillsPage } from '#ui/pages/skills/SkillsPage'
import { parseSkillsSearch } from '#ui/pages/skills/searchParams'
import { WelcomePage } from '#ui/pages/welcome/WelcomePage'
import { Frame } from './Frame'
import { NotFoundPage, ErrorPage } from './ErrorPages'

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

const root = createRootRoute({
  component: Frame,
  notFoundComponent: NotFoundPage,
  errorComponent: ErrorPage,
})
const at = <Path extends string>(path: Path, component: () => React.ReactNode) =>
  createRoute({ getParentRoute: () => root, path, component })

const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/learn/new', replace: true })
  },
})

const learn = createRoute({ getParentRoute: () => root, path: 'learn', component: LearnLayout })
const learnIndex = createRoute({
  getParentRoute: () => learn,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/learn/new', replace: true })
  },
})
const learnNew = createRoute({
  getParentRoute: () => learn,
  path: 'new',
  component: NewAbilityPage,
  validateSearch: (search: Record<string, unknown>): { mode?: string; skill?: string } => ({
    mode: text(search.mode),
    skill: text(search.skill),
  }),
})
const learnActive = createRoute({
  getParentRoute: () => learn,
  path: 'active',
  component: LearningPage,
})
const learnPending = createRoute({
  getParentRoute: () => learn,
  path: 'pending',
  component: PendingPage,
  validateSearch: (search: Record<string, unknown>): { category?: string } => ({
    category: text(search.category),
  }),
})
const learnHistory = createRoute({
  getParentRoute: () => learn,
  path: 'history',
  component: HistoryPage,
  validateSearch: parseHistorySearch,
})
const review = createRoute({
  getParentRoute: () => learn,
  path: 'pending/$proposalId',
  component: ReviewPage,
  validateSearch: (search: Record<string, unknown>): { rehearsal?: true; revise?: true } => ({
    rehearsal: search.rehearsal === true ? true : undefined,
    revise: search.revise === true ? true : undefined,
  }),
})

const agentRun = createRoute({
  getParentRoute: () => learn,
  path: 'runs/$runId',
  component: AgentRunPage,
})

const gate = createRoute({
  getParentRoute: () => learn,
  path: 'gates/$gateId',
  component: GatePage,
})

const skills = createRoute({
  getParentRoute: () => root,
  path: 'skills',
  component: SkillsPage,
  validateSearch: parseSkillsSearch,
})

const skillImport = createRoute({
  getParentRoute: () => root,
  path: 'skills/import',
  component: ImportPage,
  validateSearch: (search: Record<string, unknown>): { id?: string; category?: string } => ({
    id: text(search.id),
    category: text(search.category),
  }),
})

const connectors = createRoute({
  getParentRoute: () => root,
  path: 'connectors',
  component: ConnectorsPage,
  validateSearch: (search: Record<string, unknown>): { id?: string | undefined } => ({
    id: text(search.id),
  }),
})

const tree = root.addChildren([
  index,
  learn.addChildren([
    learnIndex,
    learnNew,
    learnActive,
    learnPending,
    learnHistory,
    review,
    agentRun,
    gate,
  ]),
  skills,
  skillImport,
  at('active', ActivePage),
  at('tasks', () => <SchedulesPage what="tasks" />),
  at('automations', () => <SchedulesPage what="automations" />),
  connectors,
  at('settings', SettingsPage),
  at('welcome', WelcomePage),
])

export const makeRouter = (history: RouterHistory = createHashHistory()) =>
  createRouter({ routeTree: tree, history, defaultPreload: false, scrollRestoration: false })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
