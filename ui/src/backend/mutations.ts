// Every mutation of the interface. Each one names the queries that it invalidates. The
// MutationCache shows failures.

import { type QueryKey, mutationOptions } from '@tanstack/react-query'
import { api, unwrap } from './client'
import { keys } from './keys'
import { settings } from './queries'
import { transport } from './transport'
import type { LearnSessionState, Schemas, Settings } from './types'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /**
       * Queries to invalidate after success and after failure, because a failure may mean that the
       * page is outdated.
       */
      stale?: readonly QueryKey[]
      /** The caller shows the failure itself. */
      quiet?: boolean
    }
  }
}

const path = (sessionId: string) => ({ path: { sessionId } })
const of = (proposalId: string) => ({ path: { proposalId } })
const sessionStale = (id: string): QueryKey[] => [
  keys.sessions,
  keys.session(id),
  keys.runtime,
  keys.history,
]
const proposalStale = (id: string): QueryKey[] => [
  keys.proposals,
  keys.proposal(id),
  keys.sessions,
  ['session'],
  keys.runtime,
  keys.history,
]
const installStale = (id: string): QueryKey[] => [
  ...proposalStale(id),
  keys.skills,
  keys.abilities,
  keys.receipts,
]

// Sessions

type Params = ReturnType<typeof path>

/**
 * Creates a session and then runs `goOn`. Cancels the session when that fails, so that it does not
 * occupy the only slot.
 */
async function createThen<T>(
  body: Schemas['CreateLearnSessionRequest'],
  goOn: (params: Params) => Promise<T>,
): Promise<T> {
  const { session } = await unwrap(api.POST('/api/learn/sessions', { body }))
  const params = path(session.learn_session_id)
  try {
    return await goOn(params)
  } catch (thrown) {
    await unwrap(api.POST('/api/learn/sessions/{sessionId}/cancel', { params })).catch(
      () => undefined,
    )
    throw thrown
  }
}

/** Creates and starts a session. */
export const demonstrate = () =>
  mutationOptions({
    mutationFn: (body: Schemas['CreateLearnSessionRequest']) =>
      createThen(
        body,
        async (params) =>
          (await unwrap(api.POST('/api/learn/sessions/{sessionId}/start', { params }))).session,
      ),
    meta: { stale: [keys.sessions, ['session'], keys.runtime, keys.abilities], quiet: true },
  })

/** Brings a session that watches nothing to a draft: starts, stops and generates. */
async function toDraft(
  params: Params,
  state: LearnSessionState,
): Promise<Schemas['GenerateProposalResponse']> {
  if (state === 'armed') await unwrap(api.POST('/api/learn/sessions/{sessionId}/start', { params }))
  if (state !== 'stopped')
    await unwrap(api.POST('/api/learn/sessions/{sessionId}/stop', { params }))
  return unwrap(api.POST('/api/learn/sessions/{sessionId}/generate-proposal', { params }))
}

const draftStale: readonly QueryKey[] = [
  keys.sessions,
  ['session'],
  keys.runtime,
  keys.proposals,
  keys.anyProposal,
  keys.history,
  keys.abilities,
]

/** Creates a draft of an installed ability, to be edited by hand. */
export const startDraft = () =>
  mutationOptions({
    mutationFn: (body: Schemas['CreateLearnSessionRequest']) =>
      createThen(body, (params) => toDraft(params, 'armed')),
    meta: { stale: draftStale, quiet: true },
  })

/** The same for a session that was interrupted. */
export const continueToDraft = (id: string) =>
  mutationOptions({
    mutationFn: (state: LearnSessionState) => toDraft(path(id), state),
    meta: { stale: draftStale },
  })

export const startSession = (id: string) =>
  mutationOptions({
    mutationFn: () =>
      unwrap(api.POST('/api/learn/sessions/{sessionId}/start', { params: path(id) })),
    meta: { stale: sessionStale(id) },
  })

export const pauseSession = (id: string) =>
  mutationOptions({
    mutationFn: () =>
      unwrap(api.POST('/api/learn/sessions/{sessionId}/pause', { params: path(id) })),
    meta: { stale: sessionStale(id) },
  })

export const resumeSession = (id: string) =>
  mutationOptions({
    mutationFn: () =>
      unwrap(api.POST('/api/learn/sessions/{sessionId}/resume', { params: path(id) })),
    meta: { stale: sessionStale(id) },
  })

export const stopSession = (id: string) =>
  mutationOptions({
    mutationFn: () =>
      unwrap(api.POST('/api/learn/sessions/{sessionId}/stop', { params: path(id) })),
    meta: { stale: sessionStale(id) },
  })

export const cancelSession = (id: string) =>
  mutationOptions({
    mutationFn: () =>
      unwrap(api.POST('/api/learn/sessions/{sessionId}/cancel', { params: path(id) })),
    meta: { stale: [...sessionStale(id), keys.proposals] },
  })

export const markGoal = (id: string) =>
  mutationOptions({
    mutationFn: (body: Schemas['MarkGoalRequest']) =>
      unwrap(api.POST('/api/learn/sessions/{sessionId}/mark-goal', { params: path(id), body })),
    meta: { stale: [keys.session(id)] },
  })

export const markStep = (id: string) =>
  mutationOptions({
    mutationFn: (body: Schemas['MarkStepRequest']) =>
      unwrap(api.POST('/api/learn/sessions/{sessionId}/mark-step', { params: path(id), body })),
    meta: { stale: [keys.session(id)] },
  })

export const trimSession = (id: string) =>
  mutationOptions({
    mutationFn: (body: Schemas['TrimRequest']) =>
      unwrap(api.POST('/api/learn/sessions/{sessionId}/trim', { params: path(id), body })),
    meta: { stale: [keys.session(id)] },
  })

export const deleteAction = (sessionId: string) =>
  mutationOptions({
    mutationFn: (eventId: string) =>
      unwrap(
        api.DELETE('/api/learn/sessions/{sessionId}/observed-actions/{eventId}', {
          params: { path: { sessionId, eventId } },
        }),
      ),
    meta: { stale: [keys.session(sessionId)] },
  })

export const answerQuestions = (id: string) =>
  mutationOptions({
    mutationFn: (body: Schemas['AnswerQuestionsRequest']) =>
      unwrap(
        api.POST('/api/learn/sessions/{sessionId}/answer-questions', { params: path(id), body }),
      ),
    meta: { stale: [...sessionStale(id), keys.proposals, keys.anyProposal] },
  })

export const generateProposal = (id: string) =>
  mutationOptions({
    mutationFn: () =>
      unwrap(api.POST('/api/learn/sessions/{sessionId}/generate-proposal', { params: path(id) })),
    meta: { stale: [...sessionStale(id), keys.proposals, keys.anyProposal] },
  })

export const retainSession = () =>
  mutationOptions({
    mutationFn: ({ id, retain }: { id: string; retain: boolean }) =>
      unwrap(
        api.POST('/api/learn/sessions/{sessionId}/retain', { params: path(id), body: { retain } }),
      ),
    meta: { stale: [keys.sessions, ['session']] },
  })

export const deleteSession = () =>
  mutationOptions({
    mutationFn: (id: string) =>
      unwrap(api.DELETE('/api/learn/sessions/{sessionId}', { params: path(id) })),
    // The draft of a deleted session is deleted with it.
    meta: {
      stale: [
        keys.sessions,
        ['session'],
        keys.proposals,
        keys.anyProposal,
        keys.history,
        keys.receipts,
      ],
    },
  })

// Proposals

export const revise = (id: string) =>
  mutationOptions({
    mutationFn: (body: Schemas['ProposalReviseRequest']) =>
      unwrap(api.POST('/api/learn/proposals/{proposalId}/revise', { params: of(id), body })),
    meta: { stale: proposalStale(id) },
  })

export const validate = (id: string) =>
  mutationOptions({
    mutationFn: (body: Schemas['StartValidationRunRequest']) =>
      unwrap(api.POST('/api/learn/proposals/{proposalId}/validate', { params: of(id), body })),
    meta: { stale: proposalStale(id) },
  })

export const requestMoreTests = (id: string) =>
  mutationOptions({
    mutationFn: () =>
      unwrap(api.POST('/api/learn/proposals/{proposalId}/request-more-tests', { params: of(id) })),
    meta: { stale: proposalStale(id) },
  })

/** The same for a list, where the draft is known only when it is called. */
export const requestMoreTestsOf = () =>
  mutationOptions({
    mutationFn: (id: string) =>
      unwrap(api.POST('/api/learn/proposals/{proposalId}/request-more-tests', { params: of(id) })),
    meta: {
      stale: [
        keys.proposals,
        keys.anyProposal,
        keys.sessions,
        ['session'],
        keys.runtime,
        keys.history,
      ],
    },
  })

export const install = (id: string) =>
  mutationOptions({
    mutationFn: (body: Schemas['ProposalInstallRequest']) =>
      unwrap(api.POST('/api/learn/proposals/{proposalId}/install', { params: of(id), body })),
    meta: { stale: installStale(id), quiet: true },
  })

export const approve = (id: string) =>
  mutationOptions({
    mutationFn: (body: Schemas['ApproveProposalRequest']) =>
      unwrap(api.POST('/api/learn/proposals/{proposalId}/approve', { params: of(id), body })),
    meta: { stale: installStale(id), quiet: true },
  })

export const reject = (id: string) =>
  mutationOptions({
    mutationFn: (reason: string) =>
      unwrap(
        api.POST('/api/learn/proposals/{proposalId}/reject', { params: of(id), body: { reason } }),
      ),
    meta: { stale: proposalStale(id) },
  })

export const markCheckpoint = (id: string) =>
  mutationOptions({
    mutationFn: (body: Schemas['MarkCheckpointRequest']) =>
      unwrap(
        api.POST('/api/learn/proposals/{proposalId}/rehearsal/mark', { params: of(id), body }),
      ),
    meta: { stale: [keys.rehearsal(id)] },
  })

export const finishRehearsal = (id: string) =>
  mutationOptions({
    mutationFn: (cancel: boolean) =>
      unwrap(
        api.POST('/api/learn/proposals/{proposalId}/rehearsal/finish', {
          params: of(id),
          body: { cancel },
        }),
      ),
    meta: { stale: [...proposalStale(id), keys.receipts] },
  })

// Abilities

const ability = (abilityId: string) => ({ params: { path: { abilityId } } })
/** A change of an ability can also change the state of its session. */
const abilityStale: readonly QueryKey[] = [
  keys.abilities,
  keys.skills,
  keys.receipts,
  keys.sessions,
  ['session'],
  keys.proposals,
  keys.anyProposal,
  keys.runtime,
  keys.history,
]

export const activateAbility = (id: string) =>
  mutationOptions({
    mutationFn: () => unwrap(api.POST('/api/abilities/{abilityId}/activate', ability(id))),
    meta: { stale: abilityStale },
  })

export const deactivateAbility = (id: string) =>
  mutationOptions({
    mutationFn: () => unwrap(api.POST('/api/abilities/{abilityId}/deactivate', ability(id))),
    meta: { stale: abilityStale },
  })

export const quarantineAbility = (id: string) =>
  mutationOptions({
    mutationFn: (reason: string) =>
      unwrap(
        api.POST('/api/abilities/{abilityId}/quarantine', { ...ability(id), body: { reason } }),
      ),
    meta: { stale: abilityStale },
  })

export const unquarantineAbility = (id: string) =>
  mutationOptions({
    mutationFn: () => unwrap(api.POST('/api/abilities/{abilityId}/unquarantine', ability(id))),
    meta: { stale: abilityStale },
  })

export const promoteAbility = (id: string) =>
  mutationOptions({
    mutationFn: () => unwrap(api.POST('/api/abilities/{abilityId}/promote-shared', ability(id))),
    meta: { stale: abilityStale },
  })

// Skills

const skillsStale: readonly QueryKey[] = [keys.skills]
type SkillBatch = 'pin' | 'unpin' | 'fix' | 'update' | 'remove'

/** A batch operation on several skills. The response has a result for each. */
export const batchSkills = (what: SkillBatch) =>
  mutationOptions({
    mutationFn: (body: Partial<Schemas['SkillsRequest']> & { paths: string[] }) =>
      unwrap(
        api.POST(`/api/skills/${what}`, {
          body: { apply: false, force: false, accept_risk: false, ...body },
        }),
      ),
    // Removing skills can uninstall abilities too.
    meta: { stale: what === 'remove' ? abilityStale : skillsStale, quiet: true },
  })

export const restoreSkills = () =>
  mutationOptions({
    mutationFn: (body: { undo: string[]; operation_id: string }) =>
      unwrap(api.POST('/api/skills/restore', { body })),
    meta: { stale: abilityStale },
  })

export const switchSkills = () =>
  mutationOptions({
    mutationFn: (body: Schemas['SwitchSkillsRequest']) =>
      unwrap(api.POST('/api/skills/switch', { body })),
    meta: { stale: skillsStale, quiet: true },
  })

export const cancelSkillBatch = (operationId: string) =>
  unwrap(api.POST('/api/skills/cancel', { body: { operation_id: operationId } }))

export const saveSkill = () =>
  mutationOptions({
    mutationFn: (body: Schemas['SaveSkillRequest']) =>
      unwrap(api.PUT('/api/skills/content', { body })),
    meta: { stale: skillsStale, quiet: true },
  })

export type AbilityChange =
  'activate' | 'deactivate' | 'quarantine' | 'unquarantine' | 'promote-shared'

/**
 * Changes the state of abilities one after the other. Returns the ones that failed with the reason,
 * and the folders of all copies.
 */
export const changeAbilities = () =>
  mutationOptions({
    mutationFn: async ({
      ids,
      what,
      reason,
    }: {
      ids: string[]
      what: AbilityChange
      reason?: string
    }) => {
      const failed: Array<{ id: string; why: string }> = []
      const places: Array<Schemas['AbilityPlace']> = []
      for (const id of ids) {
        const done =
          what === 'quarantine'
            ? unwrap(
                api.POST('/api/abilities/{abilityId}/quarantine', {
                  ...ability(id),
                  body: { reason: reason ?? '' },
                }),
              )
            : unwrap(api.POST(`/api/abilities/{abilityId}/${what}`, ability(id)))
        // Sequential, because each change updates the same session and snapshot.
        // oxlint-disable-next-line no-await-in-loop
        await done
          .then((answer) => places.push(...('places' in answer ? answer.places : [])))
          .catch((thrown: unknown) =>
            failed.push({ id, why: thrown instanceof Error ? thrown.message : String(thrown) }),
          )
      }
      return { failed, places }
    },
    meta: { stale: abilityStale, quiet: true },
  })

// The program

/**
 * The changed part. For a list it must be a function of the current settings. Otherwise a change
 * that another window made at the same time would be lost.
 */
type SettingsChange = Partial<Settings> | ((now: Settings) => Partial<Settings>)
export const mergeSettings = (now: Settings, change: SettingsChange): Settings => ({
  ...now,
  ...(typeof change === 'function' ? change(now) : change),
})
/** Applies what the person added to a list and removed from it to the current list. */
export const mergeListEdit = (
  before: readonly string[],
  after: readonly string[],
  now: readonly string[],
): string[] => [
  ...now.filter((one) => after.includes(one) || !before.includes(one)),
  ...after.filter((one) => !before.includes(one) && !now.includes(one)),
]

/**
 * Changes a part of the settings. `scope` makes changes run one after the other, each on top of the
 * current settings, whoever changed them last.
 */
export const updateSettings = () =>
  mutationOptions({
    scope: { id: 'settings' },
    mutationFn: async (change: SettingsChange, { client }) => {
      const { settings: now } = await client.fetchQuery({ ...settings(), staleTime: 0 })
      return unwrap(api.PUT('/api/settings', { body: mergeSettings(now, change) }))
    },
    meta: { stale: [keys.settings, keys.skills, keys.anyProposal] },
  })

export const changeConnection = (agentId: string) =>
  mutationOptions({
    mutationFn: (body: Schemas['ChangeAgentConnectionRequest']) =>
      unwrap(api.POST('/api/agents/{agentId}/connection', { params: { path: { agentId } }, body })),
    meta: { stale: [keys.connections], quiet: true },
  })

export const beginExport = () =>
  mutationOptions({
    mutationFn: (body: Schemas['ExportRequest']) => unwrap(api.POST('/api/data/export', { body })),
    meta: { stale: [keys.export] },
  })

export const endExport = () =>
  mutationOptions({
    mutationFn: () => unwrap(api.DELETE('/api/data/export')),
    meta: { stale: [keys.export] },
  })

/** The caller resets all queries afterwards. */
export const deleteEverything = () =>
  mutationOptions({
    mutationFn: (body: Schemas['DeleteEverythingRequest']) =>
      unwrap(api.POST('/api/data/delete', { body })),
    meta: { quiet: true },
  })

export const setAutostart = () =>
  mutationOptions({
    mutationFn: async (on: boolean) => transport().desktop?.setAutostart(on),
    meta: { stale: [keys.desktop] },
  })

export const checkForUpdates = () =>
  mutationOptions({
    mutationFn: () => unwrap(api.POST('/api/updates/check')),
    meta: { quiet: true },
  })

export const openFolder = () =>
  mutationOptions({ mutationFn: async (path: string) => transport().desktop?.openFolder(path) })

export const openTerminal = () =>
  mutationOptions({
    mutationFn: (body: Schemas['OpenTerminalRequest']) =>
      unwrap(api.POST('/api/terminals', { body })),
    meta: { quiet: true },
  })

export const terminalInput = (terminalId: string, data: string) =>
  unwrap(
    api.POST('/api/terminals/{terminalId}/input', {
      params: { path: { terminalId } },
      body: { data },
    }),
  )

export const resizeTerminal = (terminalId: string, columns: number, rows: number) =>
  unwrap(
    api.POST('/api/terminals/{terminalId}/resize', {
      params: { path: { terminalId } },
      body: { columns, rows },
    }),
  )

export const closeTerminal = (terminalId: string) =>
  unwrap(api.DELETE('/api/terminals/{terminalId}', { params: { path: { terminalId } } }))
