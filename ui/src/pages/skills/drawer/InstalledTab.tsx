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
import css from './SkillDrawer.module.css'

const TOOL: Record<string, string> = {
  apprentice: 'Apprentice',
  skills: 'skills (npx skills)',
  openskills: 'OpenSkills',
  clawhub: 'ClawHub',
}
const STATE: Record<string, string> = {
  clean: 'As it was installed',
  edited: 'Edited since it was installed',
  untracked: 'Your own',
  unknown: 'Its installer does not tell what it installed',
  learned: 'Learned',
  missing: 'Gone',
  outdated: 'Its source has something newer',
}
const KIND: Record<string, string | undefined> = {
  link: 'link',
  missing: 'missing',
  occupied: 'something else stands there',
  edited: 'edited: it was left, and an agent may read it',
  waiting: 'not as it should be yet: tried again',
}
const kindOf = (kind: string, skill: Skill): string | undefined =>
  kind === 'taken_out'
    ? `taken out while it is ${skill.state === 'quarantined' ? 'quarantined' : 'deactivated'}`
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
          ['Installed by', data.installer ? (TOOL[data.installer] ?? data.installer) : undefined],
          ['From', data.source],
          ['Commit', data.commit && <code key="commit">{data.commit.slice(0, 12)}</code>],
          ['State', STATE[data.state] ?? data.state],
          ['Pinned', data.pinned && (data.pinned_reason ?? 'Yes')],
          ['Installed', data.installed_at && <Ago key="installed" at={data.installed_at} />],
          ['Updated', data.updated_at && <Ago key="updated" at={data.updated_at} />],
        ]}
      />
      {data.changed.length > 0 && (
        <section aria-label="Changed files">
          <h3>Changed since it was installed</h3>
          <ul className={css.list}>
            {data.changed.map((file) => (
              <li key={file}>
                <code>{file}</code>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-label="Places">
        <h3>Places</h3>
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
                    label={`Open the folder ${place.path}`}
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
      <Others
        title="Another of its name comes first"
        paths={data.shadowed_by ? [data.shadowed_by] : []}
        onOpen={onOpen}
      />
      <Others title="It comes before" paths={data.shadows} onOpen={onOpen} />
      {data.switches.map((one) => (
        <AgentSwitch key={one.agent} path={path} one={one} />
      ))}
    </div>
  )
}

function Others({
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
        label={`${one.agent} uses it`}
        on={on}
        disabled={turn.isPending}
        onChange={(enabled) => turn.mutate({ paths: [path], enabled })}
      />
      <span>
        {one.agent} uses it <code className="faint">{one.config_path}</code>
      </span>
    </div>
  )
}
