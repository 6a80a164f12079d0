import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ListChecks, RefreshCw, Repeat2, Sparkles } from 'lucide-react'
import * as read from '#ui/backend/queries'
import type { Schemas } from '#ui/backend/types'
import { Badge } from '#ui/components/Badge'
import { IconButton } from '#ui/components/Button'
import { EmptyState } from '#ui/components/EmptyState'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Note } from '#ui/components/Note'
import { Page } from '#ui/components/Page'
import { Skeleton } from '#ui/components/Skeleton'
import { Header } from '#ui/shell/Header'
import { say, Say } from '#ui/lib/say'
import css from './SchedulesPage.module.css'

type Work = Schemas['ScheduledWork']
type Source = Schemas['ScheduleSource']

const PAGES = {
  tasks: {
    title: say('Tasks'),
    icon: <ListChecks />,
    repeats: false,
    intro: say(`What your agents will do once, as their own files say. Change them in the agent;
      Apprentice only reads.`),
    own: say(`Your agents manage their own tasks. Apprentice reads them and changes nothing; it
      teaches the abilities that they use.`),
    none: say('No agent has a task that waits'),
  },
  automations: {
    title: say('Automations'),
    icon: <Repeat2 />,
    repeats: true,
    intro:
      say(`What your agents do again and again, as their own files say. Change them in the agent;
      Apprentice only reads.`),
    own: say(`Your agents manage their own automations. Apprentice reads them and changes nothing; it
      teaches the abilities that they use.`),
    none: say('No agent has an automation'),
  },
} as const

/**
 * The schedules that agents keep in files, with the abilities that each entry uses. They belong to
 * the agents: nothing is changed here.
 */
export function SchedulesPage({ what }: { what: keyof typeof PAGES }) {
  const { title, icon, repeats, intro, own, none } = PAGES[what]
  const { data, error, refetch, isFetching } = useQuery(read.schedules())
  const works = data?.schedules.filter((work) => work.repeats === repeats) ?? []
  return (
    <>
      <Header
        title={title}
        aside={
          <IconButton label={say('Refresh')} onClick={() => void refetch()} disabled={isFetching}>
            <RefreshCw size={14} />
          </IconButton>
        }
      />
      <Page label={title}>
        {!data ? (
          error ? (
            <ErrorNote error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton rows={6} />
          )
        ) : (
          <div className={css.page}>
            <Problems sources={data.sources} />
            {works.length === 0 ? (
              <EmptyState icon={icon} title={none}>
                <p>{own}</p>
              </EmptyState>
            ) : (
              <>
                <p className="muted">{intro}</p>
                <ul className={css.list} aria-label={title}>
                  {works.map((work) => (
                    <WorkRow key={work.schedule_id} work={work} />
                  ))}
                </ul>
              </>
            )}
            <Sources sources={data.sources} />
          </div>
        )}
      </Page>
    </>
  )
}

function WorkRow({ work }: { work: Work }) {
  return (
    <li className={css.work}>
      <div className={css.head}>
        <h2 className="clip">{work.title}</h2>
        <Badge>{work.agent}</Badge>
        {work.enabled === false && <Badge tone="warn">{say('Switched off')}</Badge>}
      </div>
      <p>{work.when}</p>
      {work.abilities.length > 0 ? (
        <ul className={css.abilities} aria-label={say('Abilities that it uses')}>
          {work.abilities.map((ability) => (
            <li key={ability.ability_id}>
              <Sparkles size={13} aria-hidden />
              <span>
                <AbilityUse {...ability} />
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="muted">{say('Uses no ability that you taught.')}</p>
      )}
      <details>
        <summary>{say('Prompt of the agent')}</summary>
        <p className={css.prompt}>{work.prompt || say('The file says nothing.')}</p>
        <dl className={css.facts}>
          {work.folder && (
            <>
              <dt>{say('Folder')}</dt>
              <dd>
                <code>{work.folder}</code>
              </dd>
            </>
          )}
          <dt>{say('File')}</dt>
          <dd>
            <code>{work.file}</code>
          </dd>
        </dl>
      </details>
    </li>
  )
}

function Problems({ sources }: { sources: readonly Source[] }) {
  return sources
    .filter((source) => source.problem)
    .map((source) => (
      <Note key={source.path} tone="warn">
        {source.agent}: {source.problem}
      </Note>
    ))
}

function Sources({ sources }: { sources: readonly Source[] }) {
  return (
    <details className={css.sources}>
      <summary>{say('Where Apprentice looked')}</summary>
      <ul className={css.places}>
        {sources.map((source) => (
          <li key={source.path}>
            {source.agent}: <code>{source.path}</code>{' '}
            <span className="muted">
              {source.state === 'absent'
                ? say('nothing is there')
                : say('{found} found', { found: source.found })}
            </span>
          </li>
        ))}
      </ul>
      <p className="muted">
        {say(`Schedules that an agent keeps on its own servers, in a database or in the system’s
          crontab cannot be read here. The Claude app does not publish the times of its tasks.`)}
      </p>
    </details>
  )
}

/** How an entry uses an ability that is taught here. */
function AbilityUse({
  ability_id: open,
  title,
  known_by: knownBy,
  usable_now: usable,
}: Work['abilities'][number]) {
  const ability = (
    <Link to="/skills" search={{ open }}>
      {title}
    </Link>
  )
  if (knownBy === 'named')
    return usable ? (
      <Say text="Uses {ability}" values={{ ability }} />
    ) : (
      <Say text="Uses {ability}, which is not usable now" values={{ ability }} />
    )
  return usable ? (
    <Say text="Would find {ability}" values={{ ability }} />
  ) : (
    <Say text="Would find {ability}, which is not usable now" values={{ ability }} />
  )
}
