import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { toast } from 'sonner'
import { type Command, useCommands } from '#ui/shell/commands'
import * as act from '#ui/backend/mutations'
import * as read from '#ui/backend/queries'
import type { Ability, ProposalDetail, Schemas, SkillAction } from '#ui/backend/types'
import { Badge, type Tone } from '#ui/components/Badge'
import { Button } from '#ui/components/Button'
import { AskDialog, ConfirmDialog } from '#ui/components/Dialog'
import { ErrorNote } from '#ui/components/ErrorNote'
import { DescriptionList } from '#ui/components/DescriptionList'
import { Note } from '#ui/components/Note'
import { Ago } from '#ui/components/Time'
import { TryIt } from '#ui/domain/TryIt'
import { FlowSection } from '#ui/domain/flow/FlowSection'
import { useFlow } from '#ui/domain/flow/useFlow'
import { DoesItHelp, gateCommand } from '#ui/domain/gates/DoesItHelp'
import { noAgentFor } from '#ui/domain/agentRuns/noAgent'
import { type Taught, useTaughtQuery } from '#ui/domain/useTaught'
import { placesWarning } from '#ui/pages/skills/skillActions'
import { say } from '#ui/lib/say'
import css from './AbilityPanel.module.css'
import { AbilityProjects } from './AbilityProjects'
import { AbilityTestPolicy } from './AbilityTestPolicy'
import { ConfiguredValues } from './ConfiguredValues'

const LANE: Record<Ability['install_lane'], string> = {
  pending: say('Not installed'),
  experimental_private: say('Private'),
  approved_workspace: say('Approved for this workspace'),
  shared_promoted: say('Shared'),
  quarantined: say('Quarantined'),
}
const HEALTH: Record<NonNullable<Ability['checkpoint_health']>, { word: string; tone: Tone }> = {
  strong: { word: say('Strong'), tone: 'ok' },
  moderate: { word: say('Moderate'), tone: 'warn' },
  weak: { word: say('Weak'), tone: 'bad' },
  no_data: { word: say('No data yet'), tone: 'neutral' },
  quarantined: { word: say('Quarantined'), tone: 'bad' },
}

/**
 * The ability of a skill: whether agents are routed to it, what they reported, and the actions for
 * it.
 */
export function AbilityPanel({
  abilityId,
  actions,
}: {
  abilityId: string
  actions: readonly SkillAction[]
}) {
  const query = useQuery(read.abilities())
  const detail = useQuery(read.ability(abilityId))
  const { taught, isLoading } = useTaughtQuery(abilityId)
  const ability = query.data?.abilities.find((candidate) => candidate.ability_id === abilityId)
  if (query.error) return <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
  // It appears as a whole, so that the tabs below it move only once.
  if (!query.data || !ability || detail.isLoading || isLoading) return null
  const health = ability.checkpoint_health && HEALTH[ability.checkpoint_health]
  return (
    <section className={css.panel} aria-label={say('Ability')}>
      <div className={css.head}>
        <h3>{say('Ability')}</h3>
        <Badge tone={ability.usable_now ? 'ok' : 'warn'}>
          {ability.usable_now ? say('Usable now') : say('Not usable now')}
        </Badge>
        <span role="status" className="muted">
          {query.data.stale && say('refreshing abilities...')}
        </span>
      </div>
      {ability.reason_unusable && <Note tone="warn">{ability.reason_unusable}</Note>}
      {isHarmReported(actions) && (
        <Note tone="warn">
          {say(`An agent reported that this ability did harm, or nearly did. It is suspended: no agent
            can use it. Read the report in the tab Health, then quarantine the ability or keep it.`)}
        </Note>
      )}
      <DescriptionList
        facts={[
          [say('Lane'), LANE[ability.install_lane]],
          [
            say('Checkpoints'),
            health && (
              <Badge key="health" tone={health.tone}>
                {health.word}
              </Badge>
            ),
          ],
          [
            say('Validated'),
            ability.last_validated_at ? (
              <Ago key="ago" at={ability.last_validated_at} />
            ) : undefined,
          ],
        ]}
      />
      {detail.data && <ConfiguredValues ability={ability} detail={detail.data} />}
      <AbilityActions ability={ability} actions={actions} />
      {detail.data && (
        <AbilityProjects ability={ability} chosen={detail.data.projects_chosen === true} />
      )}
      <AbilityTestPolicy abilityId={abilityId} title={ability.title} />
      <Trying ability={ability} taught={taught} />
      {taught?.detail && <Flow key={taught.detail.proposal.proposal_id} detail={taught.detail} />}
    </section>
  )
}

/** The steps of an ability that was taught here. */
function Flow({ detail }: { detail: ProposalDetail }) {
  const flow = useFlow(detail)
  useCommands(flow.commands)
  return <FlowSection flow={flow} detail={detail} />
}

/** How it is tried. */
function Trying({ ability, taught }: { ability: Ability; taught: Taught | undefined }) {
  const [asking, ask] = useState<'run' | 'gate'>()
  const judged = taught?.detail?.actions.includes('rehearse') === true
  const gates = ability.usable_now && (taught === undefined || judged)
  useCommands(
    useMemo(
      () => [
        ...(judged
          ? [
              {
                id: 'ability try',
                label: say('Run it with an agent: {title}', { title: ability.title }),
                group: 'Review' as const,
                keys: 'r i',
                words: say('try rehearse'),
                run: () => ask('run'),
              },
            ]
          : []),
        ...(gates ? [gateCommand(ability.title, () => ask('gate'))] : []),
      ],
      [judged, gates, ability.title],
    ),
  )
  const help = (
    <DoesItHelp
      possible={gates}
      asking={asking === 'gate'}
      onAsk={(open) => ask(open ? 'gate' : undefined)}
      subject={{ ability: ability.ability_id }}
      taught={taught !== undefined}
      variables={taught?.detail?.variables ?? []}
      impossible={noAgentFor(taught?.session)}
    />
  )
  if (!ability.usable_now) return help
  return (
    <>
      <TryIt
        ability={{
          id: ability.ability_id,
          title: ability.title,
          triggers: ability.trigger_phrases,
        }}
        variables={taught?.detail?.variables ?? []}
        noAgent={noAgentFor(taught?.session)}
        sessionId={taught?.session.learn_session_id}
        judged={judged}
        asking={asking === 'run'}
        onAsk={(open) => ask(open ? 'run' : undefined)}
      />
      {help}
    </>
  )
}

/** Only then a person may both quarantine an ability and keep it. */
const isHarmReported = (actions: readonly SkillAction[]): boolean =>
  actions.includes('quarantine') && actions.includes('unquarantine')

interface PanelAction {
  label: string
  run(): void
}
type OpenDialog = 'deactivate' | 'quarantine' | 'promote' | undefined

/** Asks before routing is taken away or given to others. */
function AbilityActions({
  ability,
  actions,
}: {
  ability: Ability
  actions: readonly SkillAction[]
}) {
  const id = ability.ability_id
  const [asked, setAsked] = useState<OpenDialog>()
  const done = {
    onSuccess: (answer: { places?: Array<Schemas['AbilityPlace']> }): void => {
      setAsked(undefined)
      const left = placesWarning(answer.places)
      if (left) toast.warning(left)
    },
  }
  const activate = useMutation({ ...act.activateAbility(id), ...done })
  const unquarantine = useMutation({ ...act.unquarantineAbility(id), ...done })
  const deactivate = useMutation({ ...act.deactivateAbility(id), ...done })
  const quarantine = useMutation({ ...act.quarantineAbility(id), ...done })
  const promote = useMutation({
    ...act.promoteAbility(id),
    onSuccess: ({ gate }) => {
      setAsked(undefined)
      if (gate) toast.warning(gate.message)
    },
  })
  const close = (): void => setAsked(undefined)
  const { title } = ability
  const { mutate: doActivate } = activate
  const { mutate: doUnquarantine } = unquarantine
  const offered = useMemo(() => {
    const known: Partial<Record<SkillAction, PanelAction>> = {
      activate: { label: say('Activate'), run: () => doActivate() },
      deactivate: { label: say('Deactivate'), run: () => setAsked('deactivate') },
      quarantine: { label: say('Quarantine'), run: () => setAsked('quarantine') },
      unquarantine: {
        label: isHarmReported(actions) ? say('Keep it') : say('Unquarantine'),
        run: () => doUnquarantine(),
      },
      promote_shared: { label: say('Promote to shared'), run: () => setAsked('promote') },
    }
    return actions.flatMap((action) => known[action] ?? [])
  }, [actions, doActivate, doUnquarantine])
  useCommands(
    useMemo(
      () =>
        offered.map(({ label, run }): Command => ({
          id: `ability ${label}`,
          label: `${label}: ${title}`,
          group: 'Review',
          run,
        })),
      [offered, title],
    ),
  )
  const busy = activate.isPending || unquarantine.isPending
  return (
    <div className={css.actions}>
      {offered.map(({ label, run }) => (
        <Button key={label} disabled={busy} onClick={run}>
          {label}
        </Button>
      ))}
      <ConfirmDialog
        open={asked === 'deactivate'}
        onClose={close}
        title={say('Deactivate this ability?')}
        description={say(`Agents are no longer routed to it, and it is removed from their folders, until you
            activate it again.`)}
        keep={say('Keep it active')}
        action={say('Deactivate')}
        danger
        busy={deactivate.isPending}
        onConfirm={() => deactivate.mutate()}
      />
      <AskDialog
        open={asked === 'quarantine'}
        onClose={close}
        title={say('Quarantine this ability?')}
        description={say(`Agents cannot find or use it, and it is removed from their folders, until you take it
            out of quarantine.`)}
        label={say('Why?')}
        placeholder={say('It posted to the wrong page')}
        maxLength={240}
        action={say('Quarantine')}
        danger
        busy={quarantine.isPending}
        onAnswer={(reason) => quarantine.mutate({ reason })}
      />
      <ConfirmDialog
        open={asked === 'promote'}
        onClose={close}
        title={say('Share this ability beyond this workspace?')}
        description={
          ability.install_lane === 'experimental_private'
            ? say('Sharing a private ability also approves it.')
            : say('Agents are offered it before abilities of this workspace.')
        }
        keep={say('Keep it here')}
        action={say('Promote to shared')}
        busy={promote.isPending}
        onConfirm={() => promote.mutate()}
      />
    </div>
  )
}
