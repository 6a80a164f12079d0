import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FolderOpen } from 'lucide-react'
import { useState } from 'react'
import * as act from '#ui/backend/mutations'
import * as read from '#ui/backend/queries'
import { transport } from '#ui/backend/transport'
import type { LearnSession, ProposalDetail, Schemas } from '#ui/backend/types'
import { Badge } from '#ui/components/Badge'
import { Button, IconButton } from '#ui/components/Button'
import { CopyableText } from '#ui/components/CopyableText'
import { ConfirmDialog } from '#ui/components/Dialog'
import { ErrorNote } from '#ui/components/ErrorNote'
import { TryIt } from '#ui/domain/TryIt'
import { noAgentFor } from '#ui/domain/agentRuns/noAgent'
import { useCommands } from '#ui/shell/commands'
import { say } from '#ui/lib/say'
import css from './Installed.module.css'
import { useUninstall } from './useUninstall'

/** After the installation: where the ability is, how it is tried, and how it is taken away. */
export function Installed({
  detail,
  session,
}: {
  detail: ProposalDetail
  session: LearnSession | undefined
}) {
  const { proposal, variables } = detail
  const abilityId = proposal.ability_id ?? ''
  const standing = useQuery({ ...read.skillStanding(abilityId), retry: false })
  const [asking, ask] = useState<'try' | 'uninstall'>()
  const { uninstall, busy } = useUninstall(proposal.title, () => ask(undefined))
  const places = standing.data?.places.filter(({ kind }) => kind !== 'missing') ?? []
  const removable = standing.data?.actions.includes('remove') === true
  const judged = detail.actions.includes('rehearse')
  useCommands([
    ...(judged
      ? [
          {
            id: 'try',
            label: say('Try it: run it with an agent'),
            group: 'Review' as const,
            keys: 'r i',
            run: () => ask('try'),
          },
        ]
      : []),
    ...(removable
      ? [
          {
            id: 'uninstall',
            label: say('Uninstall'),
            group: 'Review' as const,
            words: say('remove delete ability'),
            run: () => ask('uninstall'),
          },
        ]
      : []),
  ])
  return (
    <section className={css.box} aria-label={say('Installed')}>
      <header className={css.head}>
        <h3>{say('Installed')}</h3>
        <Link to="/skills" search={{ open: abilityId }} className={css.link}>
          {say('Show it in Skills')}
        </Link>
        {removable && (
          <Button look="danger" onClick={() => ask('uninstall')}>
            {say('Uninstall')}
          </Button>
        )}
      </header>
      {standing.error ? (
        <ErrorNote error={standing.error} onRetry={() => void standing.refetch()} />
      ) : (
        <Places places={places} targets={detail.targets} loaded={standing.data !== undefined} />
      )}
      <TryIt
        ability={{ id: abilityId, title: proposal.title, triggers: proposal.trigger_phrases }}
        variables={variables}
        noAgent={noAgentFor(session)}
        sessionId={proposal.learn_session_id ?? undefined}
        judged={judged}
        asking={asking === 'try'}
        onAsk={(open) => ask(open ? 'try' : undefined)}
      />
      <ConfirmDialog
        open={asking === 'uninstall'}
        onClose={() => ask(undefined)}
        title={say('Uninstall “{title}”?', { title: proposal.title })}
        description={say(`It is removed from the agents’ folders. A copy is kept, so that you can undo it; its
            history and this draft stay.`)}
        keep={say('Keep it')}
        action={say('Uninstall')}
        danger
        busy={busy}
        onConfirm={() => uninstall(abilityId)}
      />
    </section>
  )
}

function Places({
  places,
  targets,
  loaded,
}: {
  places: ReadonlyArray<Schemas['SkillPlace']>
  targets: ProposalDetail['targets']
  loaded: boolean
}) {
  const { mutate: open } = useMutation(act.openFolder())
  const desktop = transport().desktop !== undefined
  if (places.length === 0)
    return loaded ? <p className="muted">{say('It is in no folder of an agent.')}</p> : null
  return (
    <ul className={css.places} aria-label={say('Where it is')}>
      {places.map(({ path, agents, kind, note }) => (
        <li key={path}>
          <b>{agents.join(', ') || labelOf(path, targets)}</b>
          {kind !== 'folder' && kind !== 'link' && (
            <Badge tone="warn" title={note ?? undefined}>
              {kind === 'taken_out' ? say('taken out') : kind}
            </Badge>
          )}
          <span className={css.path}>
            <CopyableText text={path} />
            {desktop && (
              <IconButton
                label={say('Open the folder {path}', { path })}
                onClick={() => open(path)}
              >
                <FolderOpen size={14} />
              </IconButton>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The name of a folder that no agent reads, such as the sandbox. */
const labelOf = (path: string, targets: ProposalDetail['targets']): string =>
  targets.find((target) => target.path === path)?.label ?? say('Folder')
