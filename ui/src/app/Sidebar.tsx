import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  Blocks,
  CircleDashed,
  Keyboard,
  ListChecks,
  PanelLeft,
  Radio,
  Repeat2,
  Settings2,
  Sparkles,
} from 'lucide-react'
import { type ReactNode, useId } from 'react'
import * as connectors from '#ui/backend/connectors'
import * as importing from '#ui/backend/imports'
import * as read from '#ui/backend/queries'
import type { SkillList } from '#ui/backend/skillList'
import { IconButton } from '#ui/components/Button'
import { Tooltip } from '#ui/components/Tooltip'
import { useWatching } from '#ui/domain/currentSession'
import { isBusy } from '#ui/domain/imports/importStates'
import { useBatch } from '#ui/domain/imports/batch'
import { useTransfers } from '#ui/domain/imports/transfers'
import { usePendingCount } from '#ui/domain/pendingAbilities'
import { isRunning } from '#ui/domain/sessionStates'
import { isListed } from '#ui/pages/skills/skillFilter'
import { ConnectionStatus } from './ConnectionStatus'
import { SidebarCategories } from './SidebarCategories'
import css from './Sidebar.module.css'
import { useKeysOf } from '#ui/shell/keymap'
import { showOverlay } from '#ui/shell/overlays'
import { locale, say } from '#ui/lib/say'

interface Entry {
  to: string
  label: string
  icon: ReactNode
  count?: number | undefined
  live?: boolean
}

/** The number that the Skills page shows without a filter. */
const listedCount = ({ skills }: SkillList): number =>
  skills.reduce((count, skill) => (isListed(skill) ? count + 1 : count), 0)

export function Sidebar({ folded, onFold }: { folded: boolean; onFold(): void }) {
  const sessions = useQuery(read.sessions()).data?.sessions ?? []
  const skills = useQuery({ ...read.skills(), select: listedCount }).data
  const watched = useWatching()
  const imports = useQuery(importing.imports()).data?.items ?? []
  const transfers = useTransfers().length + (useBatch()?.running ? 1 : 0)
  const running =
    sessions.filter((session) => isRunning(session.state)).length +
    (watched && watched.what !== 'demonstration' ? 1 : 0) +
    imports.filter((record) => isBusy(record.stage_state)).length +
    transfers
  const calls = useQuery(connectors.pendingCalls()).data?.pending
  const pending = usePendingCount()
  const keys = useKeysOf('sidebar', 'mod+b')
  return (
    <nav className={css.side} aria-label={say('Main')} data-folded={folded || undefined}>
      <div className={css.brand}>
        <span className={css.mark} aria-hidden>
          <Sparkles size={13} />
        </span>
        <span className={css.words}>{say('Apprentice')}</span>
        <IconButton
          label={folded ? say('Expand the sidebar') : say('Collapse the sidebar')}
          keys={keys}
          onClick={onFold}
        >
          <PanelLeft size={15} />
        </IconButton>
      </div>
      <Group
        folded={folded}
        label={say('Actions')}
        entries={[
          { to: '/active', label: say('Active'), icon: <CircleDashed />, count: running },
          { to: '/tasks', label: say('Tasks'), icon: <ListChecks /> },
          { to: '/automations', label: say('Automations'), icon: <Repeat2 /> },
        ]}
      />
      <Group
        folded={folded}
        label={say('Abilities')}
        entries={[
          { to: '/skills', label: say('Skills'), icon: <Sparkles />, count: skills },
          { to: '/connectors', label: say('Connectors'), icon: <Blocks />, count: calls },
          {
            to: '/learn',
            label: say('Learn'),
            icon: <Radio />,
            count: pending,
            live: watched !== undefined,
          },
        ]}
      />
      <SidebarCategories folded={folded} />
      <div className={css.foot}>
        <ConnectionStatus />
        <SideLink folded={folded} to="/settings" label={say('Settings')} icon={<Settings2 />} />
        <Tooltip text={folded ? say('Keyboard') : undefined} side="right">
          <button type="button" className={css.link} onClick={() => showOverlay('keys')}>
            <Keyboard />
            <span className={css.words}>{say('Keyboard')}</span>
          </button>
        </Tooltip>
      </div>
    </nav>
  )
}

function Group({
  folded,
  label,
  entries,
}: {
  folded: boolean
  label: string
  entries: readonly Entry[]
}) {
  const id = useId()
  return (
    <section className={css.group} aria-labelledby={id}>
      <h2 id={id}>{label}</h2>
      <ul className={css.list}>
        {entries.map((entry) => (
          <li key={entry.to}>
            <SideLink folded={folded} {...entry} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function SideLink({ folded, to, label, icon, count, live }: Entry & { folded: boolean }) {
  return (
    <Tooltip text={folded ? label : undefined} side="right">
      <Link to={to} className={css.link} activeOptions={{ includeSearch: false }}>
        {icon}
        <span className={css.words}>{label}</span>
        {live && <span className={css.live} aria-hidden />}
        {count ? (
          <span className={`${css.count} num`} data-count={count.toLocaleString(locale())} />
        ) : null}
      </Link>
    </Tooltip>
  )
}
