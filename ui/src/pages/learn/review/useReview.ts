// The operations on a proposal that the engine allows, and the mutations for them.

import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { toast } from 'sonner'
import * as act from '#ui/backend/mutations'
import type { ProposalDetail, Schemas, SessionDetail } from '#ui/backend/types'
import { toUrl } from '#ui/domain/webAddress'
import { defaultTargets } from '#ui/domain/installTargets'
import { useBuildDraft } from '#ui/domain/useBuildDraft'
import { useShowExample } from '#ui/domain/useExample'
import { offerUndo } from '#ui/lib/undo'
import { say } from '#ui/lib/say'
import { isPractised } from './rehearsed'
import { useUninstall } from './useUninstall'

/** An operation on the proposal, or `generate_proposal` on its session. */
type ReviewOperation = Schemas['ProposalAction'] | 'generate_proposal'

/**
 * What the engine allows now. While required questions are open, their form offers to build the
 * draft.
 */
function possibleOperations(
  { actions, questions }: ProposalDetail,
  session: SessionDetail | undefined,
): ReviewOperation[] {
  const asks = questions.some((question) => question.required && !question.answered)
  const buildable = session?.actions.includes('generate_proposal') && !asks
  return buildable ? [...actions, 'generate_proposal'] : actions
}

/** What the person chose for a rehearsal of their own. */
interface RehearsalChoices {
  startAddress?: string
  values?: Readonly<Record<string, string>>
  /** A test policy that differs from the one that was set. */
  policy?: act.ChosenPolicy
}

/** The values that were filled in. */
const given = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim()))

/** Adds a name to a list, or takes it out. */
const toggled =
  (name: string, on: boolean) =>
  (before: readonly string[]): readonly string[] =>
    on ? [...before, name] : before.filter((known) => known !== name)

export function useReview(detail: ProposalDetail, session: SessionDetail | undefined) {
  const { proposal } = detail
  const id = proposal.proposal_id
  const navigate = useNavigate()
  const [picked, setPicked] = useState<readonly string[]>()
  /** The weakenings that the person ticked. */
  const [accepted, setAccepted] = useState<readonly string[]>([])
  /** Codes of findings of the scan that the person ticked. */
  const [acknowledged, setAcknowledged] = useState<readonly string[]>([])
  const targets = picked ?? defaultTargets(detail.targets)

  const message = (files: number): string =>
    say('{title} is installed: {files, plural, one {# file} other {# files}} written.', {
      title: proposal.title,
      files,
    })
  const { build, building } = useBuildDraft(proposal.learn_session_id ?? '')
  const { show, starting } = useShowExample()
  const { uninstall } = useUninstall(proposal.title)
  const install = useMutation({
    ...act.install(id),
    onSuccess: ({ files, ability_id: ability }) => {
      // A first installation can be taken away again. An update cannot go back by itself.
      if (!detail.installed_skill_md)
        offerUndo(message(files.length), () => uninstall(ability), {
          label: say('Uninstall'),
          description: files[0],
        })
      else toast.success(message(files.length), { description: files[0] })
    },
  })
  const approve = useMutation({
    ...act.approve(id),
    onSuccess: () =>
      void toast.success(
        say('{title} is approved. You find it in Skills.', { title: proposal.title }),
      ),
  })
  const share = useMutation({
    ...act.promoteAbility(proposal.ability_id ?? ''),
    onSuccess: () =>
      void toast.success(
        say('{title} is shared beyond this workspace.', { title: proposal.title }),
      ),
  })
  const reject = useMutation({
    ...act.reject(id),
    // Unsaved changes of a rejected draft are dropped without asking.
    onSuccess: () => void navigate({ to: '/learn/pending', ignoreBlocker: true }),
  })
  const moreTests = useMutation(act.requestMoreTests(id))
  const validate = useMutation(act.validate(id))
  // The engine tests an edited draft immediately. A draft that was compiled again waits for the
  // person.
  const revise = useMutation(act.revise(id))
  const shownCheck = useMutation(act.startShownCheck(id))
  const rehearsal = useMutation({
    ...act.rehearse(id),
    onSuccess: () =>
      void navigate({
        to: '/learn/pending/$proposalId',
        params: { proposalId: id },
        search: { rehearsal: true },
      }),
  })

  return {
    may: Object.fromEntries(
      possibleOperations(detail, session).map((operation) => [operation, true]),
    ) as Partial<Record<ReviewOperation, true>>,
    rehearsed: detail.rehearsed,
    /** The practice, and nothing but its sandbox is chosen. */
    practised: isPractised(detail, targets),
    targets,
    setTargets: setPicked,
    accepted,
    accept: (id: string, on: boolean) => setAccepted(toggled(id, on)),
    acknowledged,
    acknowledge: (code: string, on: boolean) => setAcknowledged(toggled(code, on)),
    failure: install.error ?? approve.error ?? undefined,
    busy: {
      build: building,
      example: starting,
      install: install.isPending,
      approve: approve.isPending,
      share: share.isPending,
      reject: reject.isPending,
      revise: revise.isPending,
      test: validate.isPending || moreTests.isPending,
      rehearse: rehearsal.isPending,
      showCheck: shownCheck.isPending,
    },
    /** `untested`: the person said so, although no rehearsal of this version passed. */
    install: (untested = false) => (
      approve.reset(),
      install.mutate({
        install_lane: 'experimental_private',
        targets: [...targets],
        accepted_weakenings: [...accepted],
        acknowledged_findings: [...acknowledged],
        without_rehearsal: untested,
      })
    ),
    /** `untested`: as for `install`. */
    approve: (untested = false) => (
      install.reset(),
      approve.mutate({
        approval_scope: 'approved_workspace',
        targets: [...targets],
        accepted_weakenings: [...accepted],
        acknowledged_findings: [...acknowledged],
        without_rehearsal: untested,
      })
    ),
    share: () => share.mutate(),
    reject: (reason: string) => reject.mutate({ reason }),
    build,
    showExample: () => show(id),
    test: () => validate.mutate({ selected_tests: [] }),
    moreTests: () => moreTests.mutate(),
    revise: (request: Schemas['ProposalReviseRequest'], onDone?: () => void) => (
      install.reset(),
      approve.reset(),
      revise.mutate(request, { onSuccess: onDone })
    ),
    showCheck: (startAddress: string, onDone: () => void) =>
      shownCheck.mutate(
        { start_url: startAddress ? (toUrl(startAddress) ?? null) : null },
        { onSuccess: onDone },
      ),
    rehearse: ({ startAddress, values = {}, policy }: RehearsalChoices = {}, onDone?: () => void) =>
      rehearsal.mutate(
        {
          body: {
            selected_tests: ['rehearsal'],
            start_url: startAddress ? (toUrl(startAddress) ?? null) : null,
            inputs: given(values),
          },
          policy,
        },
        { onSuccess: onDone },
      ),
  }
}

export type Review = ReturnType<typeof useReview>
