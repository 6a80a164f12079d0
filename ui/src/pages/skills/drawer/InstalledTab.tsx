import { useMutation, useQuery } from '@tanstack/react-query'
import { FolderOpen } from 'lucide-react'
import { toast } from 'sonner'
import * as act from '#ui/backend/mutations'
import * as read from '#ui/backend/queries'
import { transport } from '#ui/backend/transport'
import type { Skill } from '#ui/backend/skillList'
import type { Schemas } from '#ui/backend/types'
import { Badge } from '#ui/components/Badge'
import { IconButton } from '#ui/components/Button'
import { CopyableText } from '#ui/components/CopyableText'
import { ErrorNote } from '#ui/components/ErrorNote'
import { DescriptionList } from '#ui/components/DescriptionList'
import { Skeleton } from '#ui/components/Skeleton'
import { Ago } from '#ui/components/Time'
import { Switch } from '#ui/components/Toggle'
import { Say, say } from '#ui/lib/say'
import css from './SkillDrawer.module.css'

const TOOL: Record<string, string> = {
  apprentice: 'Apprentice',
  skills: 'skills (npx skills)',
  openskills: 'OpenSkills',
  clawhub: 'ClawHub',
}
const STATE: Record<string, string> = {
  clean: say('Unchanged since it was installed'),
  edited: say('Edited since it was installed'),
  untracked: say('Your own'),
  unknown: say('Unknown: its installer keeps no record'),
  learned: say('Learned'),
  missing: say('Missing'),
  outdated: say('A newer version is available'),
}
const KIND: Record<string, string | undefined> = {
  link: say('link'),
  missing: say('missing'),
  occupied: say('occupied by something else'),
  edited: say('edited, so it was left: an agent may still read it'),
  waiting: say('not up to date; will be tried again'),
}
const kindOf = (kind: string, skill: Skill): string | undefined =>
  kind === 'taken_out'
    ? skill.state === 'quarantined'
      ? say('removed while it is quarantined')
      : say('removed while it is deactivated')
    : KIND[kind]

/** Who installed it, how agents reach it, and which copies it hides. */
export function InstalledTab({ skill, onOpen }: { skill: Skill; onOpen(path: string): void }) {
  const path = skill.path ?? skill.item_id
  const { data, error, refetch } = useQuery(read.skillStanding(path))
  const { mutate: open } = useMutation(act.openFolder())
  const desktop = transport().desktop !== undefined
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton rows={5} />
  return (
    <div className={css.stack}>
      <DescriptionList
        facts={[
          [
            say('Installed by'),
            data.installer ? (TOOL[data.installer] ?? data.installer) : undefined,
          ],
          [say('From'), data.source],
          [say('Commit'), data.commit && <code key="commit">{data.commit.slice(0, 12)}</code>],
          [say('State'), STATE[data.state] ?? data.state],
          [say('Pinned'), data.pinned && (data.pinned_reason ?? say('Yes'))],
          [say('Installed'), data.installed_at && <Ago key="installed" at={data.installed_at} />],
          [say('Updated'), data.updated_at && <Ago key="updated" at={data.updated_at} />],
        ]}
      />
      {data.changed.length > 0 && (
        <section aria-label={say('Changed files')}>
          <h3>{say('Changed since it was installed')}</h3>
          <ul className={css.list}>
            {data.changed.map((file) => (
              <li key={file}>
                <code>{file}</code>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-label={say('Folders')}>
        <h3>{say('Folders')}</h3>
        <ul className={css.list}>
          {data.places.map((place) => (
            <li key={place.path} className={css.place}>
              <span>
                <b>{place.agents.join(', ')}</b>{' '}
                {kindOf(place.kind, skill) && (
                  <Badge
                    tone={place.kind === 'link' || place.kind === 'taken_out' ? 'neutral' : 'warn'}
                  >
                    {kindOf(place.kind, skill)}
                  </Badge>
                )}{' '}
                <span className="muted">{place.note}</span>
              </span>
              <span className={css.path}>
                <CopyableText text={place.path} />
                {desktop && (place.kind === 'folder' || place.kind === 'link') && (
                  <IconButton
                    label={say('Open the folder {path}', { path: place.path })}
                    onClick={() => open(place.path)}
                  >
                    <FolderOpen size={14} />
                  </IconButton>
                )}
              </span>
            </li>
          ))}
        </ul>
      </section>
      <OtherCopies
        title={say('Another skill with this name takes precedence')}
        paths={data.shadowed_by ? [data.shadowed_by] : []}
        onOpen={onOpen}
      />
      <OtherCopies title={say('It takes precedence over')} paths={data.shadows} onOpen={onOpen} />
      {data.switches.map((one) => (
        <AgentSwitch key={one.agent} path={path} one={one} />
      ))}
    </div>
  )
}

function OtherCopies({
  title,
  paths,
  onOpen,
}: {
  title: string
  paths: readonly string[]
  onOpen(path: string): void
}) {
  if (paths.length === 0) return null
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul className={css.list}>
        {paths.map((path) => (
          <li key={path}>
            <button type="button" className={css.copy} onClick={() => onOpen(path)}>
              <code>{path}</code>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The agent's own switch for this skill. */
function AgentSwitch({ path, one }: { path: string; one: Schemas['SkillSwitch'] }) {
  const turn = useMutation({
    ...act.switchSkills(),
    onSuccess: ({ results }) => {
      const [result] = results
      if (result) (result.ok ? toast : toast.error)(result.message)
    },
    onError: (error) => toast.error(error.message),
  })
  const on = turn.isPending ? turn.variables.enabled : one.enabled
  return (
    <div className={css.switch}>
      <Switch
        label={say('{agent} uses it', { agent: one.agent })}
        on={on}
        disabled={turn.isPending}
        onChange={(enabled) => turn.mutate({ paths: [path], enabled })}
      />
      <span>
        <Say
          text={'{agent} uses it {configPath}'}
          values={{
            agent: one.agent,
            configPath: <code className="faint">{one.config_path}</code>,
          }}
        />
      </span>
    </div>
  )
}
