// The inbox: everything that waits for the person, of every page. What goes on by itself is not in
// it; that is under Active.

import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import {
  type Challenge,
  type ConnectorQuestion,
  type PendingCall,
  pendingCalls,
} from '#ui/backend/connectors'
import * as read from '#ui/backend/queries'
import type { Skill, SkillList } from '#ui/backend/skillList'
import type { Tone } from '#ui/components/Badge'
import { say } from '#ui/lib/say'
import { IMPORT_STATE } from './imports/importStates'
import { type Pending, useCandidates, usePending } from './pendingAbilities'
import { titleOf } from './sessionStates'
import { useOpenSession } from './useOpenSession'

export type InboxKind = 'failure' | 'finding' | 'question' | 'approval'

export interface InboxItem {
  id: string
  kind: InboxKind
  title: string
  /** What is to be done. */
  what: string
  at: string | undefined
  open(): void
}

/** In the order of their urgency. */
export const INBOX_KIND: Record<InboxKind, { word: string; tone: Tone }> = {
  failure: { word: say('Failure'), tone: 'bad' },
  finding: { word: say('Finding'), tone: 'warn' },
  question: { word: say('Question'), tone: 'accent' },
  approval: { word: say('Decision'), tone: 'neutral' },
}
const ORDER = Object.keys(INBOX_KIND)

type Waits = Pick<InboxItem, 'kind' | 'what'>

const OF_SESSION: Partial<Record<Pending['state'], Waits>> = {
  awaiting_input: { kind: 'question', what: say('Answer what the demonstration does not show.') },
  ready_for_review: { kind: 'approval', what: say('Read the draft, rehearse it, and decide.') },
  revision_required: { kind: 'failure', what: say('It needs a revision.') },
}

function ofPending(pending: Pending): Waits | undefined {
  if ('session' in pending) return OF_SESSION[pending.state]
  const { stage_state: state, last_error_message: message } = pending.record
  switch (pending.state) {
    case 'ready_for_review':
      return { kind: 'approval', what: say('Install the import, or reject it.') }
    case 'revision_required':
      return { kind: 'failure', what: message ?? `${IMPORT_STATE[state].label}.` }
    case 'awaiting_input':
      return state === 'uploaded'
        ? { kind: 'approval', what: say('Scan the upload.') }
        : { kind: 'finding', what: say('Read what the scan found.') }
    default:
      return undefined
  }
}

/** An ability that harm was reported of, that is quarantined, or whose files are gone. */
function ofSkill({ ability_id, actions, state, reason }: Skill): Waits | undefined {
  if (!ability_id) return undefined
  if (actions.includes('quarantine') && actions.includes('unquarantine'))
    return {
      kind: 'failure',
      what: say('An agent reported harm, so it is suspended. Quarantine the ability, or keep it.'),
    }
  if (state === 'quarantined' || state === 'missing')
    return {
      kind: 'failure',
      what: reason ?? (state === 'missing' ? say('It is missing.') : say('It is quarantined.')),
    }
  return undefined
}

/** Calls that ask first and have no answer yet. One that nobody answered in time waits no more. */
const ofCall = (call: PendingCall): Omit<InboxItem, 'open'>[] =>
  call.status === 'pending'
    ? [
        {
          id: call.dispatch_id,
          kind: 'approval',
          title: say('{toolName} of {serverName}', {
            toolName: call.tool_name,
            serverName: call.server_name,
          }),
          what: say('A call waits: allow it, or refuse it.'),
          at: call.created_at,
        },
      ]
    : []

const ofQuestion = (question: ConnectorQuestion): Omit<InboxItem, 'open'> => ({
  id: question.dispatch_id,
  kind: 'question',
  title: question.server_name,
  what: say('The connector asks you something during a call.'),
  at: question.created_at,
})

const ofChallenge = (challenge: Challenge): Omit<InboxItem, 'open'> => ({
  id: challenge.challenge_id,
  kind: 'approval',
  title: say('{toolName} of {serverName}', {
    toolName: challenge.tool_name,
    serverName: challenge.server_name,
  }),
  what: say('A call waits for a sign-in.'),
  at: challenge.created_at,
})

const troubled = ({ skills }: SkillList): Skill[] =>
  skills.filter((skill) => ofSkill(skill) !== undefined)

export function useInbox(): readonly InboxItem[] {
  const navigate = useNavigate()
  const openSession = useOpenSession()
  const { pending } = usePending()
  const candidates = useCandidates()
  const skills = useQuery({ ...read.skills(), select: troubled }).data
  const ofConnectors = useQuery(pendingCalls()).data
  return useMemo(() => {
    const asked = [
      ...(ofConnectors?.dispatches ?? []).flatMap(ofCall),
      ...(ofConnectors?.elicitations ?? []).map(ofQuestion),
      ...(ofConnectors?.challenges ?? []).map(ofChallenge),
    ]
    const items = [
      ...asked.map((item): InboxItem => ({
        ...item,
        open: () => void navigate({ to: '/connectors' }),
      })),
      ...pending.flatMap((one): InboxItem[] => {
        const waits = ofPending(one)
        if (!waits) return []
        return 'session' in one
          ? [
              {
                ...waits,
                id: one.session.learn_session_id,
                title: one.proposal?.title ?? titleOf(one.session),
                at: one.session.updated_at,
                open: () => openSession(one.session),
              },
            ]
          : [
              {
                ...waits,
                id: one.record.import_id,
                title: one.record.skill_name,
                at: one.record.updated_at,
                open: () =>
                  void navigate({ to: '/skills/import', search: { id: one.record.import_id } }),
              },
            ]
      }),
      ...candidates
        .filter(({ state }) => state !== 'collecting')
        .map(({ candidate_id, title, state }): InboxItem => ({
          id: candidate_id,
          kind: state === 'awaiting_answers' ? 'question' : 'approval',
          title,
          what: say('You did this several times. Build a draft of it, or dismiss it.'),
          at: undefined,
          open: () => void navigate({ to: '/learn/pending' }),
        })),
      ...(skills ?? []).flatMap((skill): InboxItem[] => {
        const waits = ofSkill(skill)
        return waits
          ? [
              {
                ...waits,
                id: skill.item_id,
                title: skill.name,
                at: undefined,
                open: () =>
                  void navigate({
                    to: '/skills',
                    search: { open: skill.path ?? skill.item_id, tab: 'health' },
                  }),
              },
            ]
          : []
      }),
    ]
    const newest = ({ at }: InboxItem): number => (at ? Date.parse(at) : 0)
    return items.toSorted(
      (a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || newest(b) - newest(a),
    )
  }, [pending, candidates, skills, ofConnectors, navigate, openSession])
}
