import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Check, ChevronDown, RefreshCw, Sparkles } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { Header } from '../../app/Header'
import { useCommands } from '../../app/commands'
import * as read from '../../backend/queries'
import type { Schemas } from '../../backend/types'
import { Button, IconButton } from '../../components/Button'
import { FilterChip } from '../../components/Chip'
import { Empty } from '../../components/Empty'
import { ErrorNote } from '../../components/ErrorNote'
import { TextInput } from '../../components/Field'
import { Menu } from '../../components/Menu'
import { Page } from '../../components/Page'
import { Skeleton } from '../../components/Skeleton'
import table from '../../components/Table.module.css'
import { SkillDrawer } from './SkillDrawer'
import { SkillsTable } from './SkillsTable'
import css from './SkillsPage.module.css'
import { type Chosen, FILTERS, agentsOf, leave } from './filter'

const route = getRouteApi('/skills')

/** Every skill that the agents of this machine can read. */
export function SkillsPage() {
  const { open } = route.useSearch()
  const navigate = useNavigate()
  const query = useQuery(read.skills())
  const abilities = useQuery(read.abilities())
  const [chosen, setChosen] = useState<Chosen>({ filter: 'all', agent: undefined, search: '' })
  const deferred = useDeferredValue(chosen)
  const skills = useMemo(() => query.data?.skills ?? [], [query.data])
  const shown = useMemo(() => leave(skills, deferred), [skills, deferred])
  useCommands([{ id: 'look-again', label: 'Look for skills again', group: 'View', words: 'refresh reload', run: () => void query.refetch() }])
  const openSkill = (path: string | undefined): void => void navigate({ to: '/skills', search: { open: path }, replace: true })
  return (
    <>
      <Header title="Skills">
        <Filters skills={skills} chosen={chosen} onChange={setChosen} onRefresh={() => void query.refetch()} refreshing={query.isFetching} />
      </Header>
      {!query.data ? (
        <Page label="Skills">{query.error ? <ErrorNote error={query.error} onRetry={() => void query.refetch()} /> : <Skeleton rows={10} />}</Page>
      ) : skills.length === 0 ? (
        <NoSkills />
      ) : (
        <div className={css.body}>
          {/* §0C.11B: what lags behind is not shown as settled. */}
          <p role="status" className={css.renewing}>
            {abilities.data?.stale && 'refreshing abilities...'}
          </p>
          <SkillsTable skills={shown} opened={open} onOpen={openSkill} />
          <Skipped skipped={query.data.skipped} />
        </div>
      )}
      {open && <SkillDrawer key={open} path={open} copies={skills} onOpen={openSkill} onClose={() => openSkill(undefined)} />}
    </>
  )
}

interface FiltersProps {
  skills: ReadonlyArray<Schemas['SkillSummary']>
  chosen: Chosen
  onChange(chosen: Chosen): void
  onRefresh(): void
  refreshing: boolean
}

function Filters({ skills, chosen, onChange, onRefresh, refreshing }: FiltersProps) {
  const agents = agentsOf(skills)
  return (
    <div className={`${table.filters} ${css.filters}`} role="group" aria-label="Filters">
      <TextInput type="search" aria-label="Search skills" placeholder="Search skills" className={css.search} value={chosen.search} onChange={(event) => onChange({ ...chosen, search: event.target.value })} />
      {FILTERS.map(({ value, label, keeps }) => {
        const count = skills.filter(keeps).length
        if (count === 0 && value !== 'all') return null
        return (
          <FilterChip key={value} on={chosen.filter === value} onChoose={() => onChange({ ...chosen, filter: value })} count={count}>
            {label}
          </FilterChip>
        )
      })}
      <span className={css.end}>
        <Menu
          items={[
            { label: 'Any agent', icon: chosen.agent ? undefined : <Check />, onSelect: () => onChange({ ...chosen, agent: undefined }) },
            'line',
            ...agents.map((agent) => ({ label: agent, icon: chosen.agent === agent ? <Check /> : undefined, onSelect: () => onChange({ ...chosen, agent }) })),
          ]}
        >
          <Button look="ghost">
            Agent: {chosen.agent ?? 'any'} <ChevronDown size={13} aria-hidden />
          </Button>
        </Menu>
        <IconButton label="Look again" onClick={onRefresh} disabled={refreshing}>
          <RefreshCw size={14} />
        </IconButton>
      </span>
    </div>
  )
}

function NoSkills() {
  const navigate = useNavigate()
  return (
    <Empty icon={<Sparkles />} title="No skills on this machine yet" action={<Button look="primary" onClick={() => void navigate({ to: '/learn/new' })}>Demonstrate a skill</Button>}>
      <p>Here stands every skill that your agents can read: those you taught, and those that were in their folders already.</p>
    </Empty>
  )
}

/** What was found but could not be read is not hidden. */
function Skipped({ skipped }: { skipped: ReadonlyArray<Schemas['SkippedSkill']> }) {
  if (skipped.length === 0) return null
  return (
    <details className={css.skipped}>
      <summary>
        {skipped.length} {skipped.length === 1 ? 'folder was' : 'folders were'} skipped
      </summary>
      <ul className={css.list}>
        {skipped.map((folder) => (
          <li key={folder.path}>
            <code>{folder.path}</code> <span className="muted">{folder.message}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
