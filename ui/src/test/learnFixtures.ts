// What the tests of the Learn pages share: the answers around a session, and what a revision would change.

import type { Schemas } from '#ui/backend/types'
import type { Fake } from '#ui/test/fakeBackend'
import { IMPROVING, PROPOSAL, session } from '#ui/test/fixtures'

/** The answer to a start that watches a browser. */
export const started = () => ({
  session: session({ state: 'capturing' }),
  observation_active: true,
  adapters_armed: ['browser_dom'],
})

const now = (state: 'armed' | 'capturing' | 'stopped' | 'drafting_proposal') =>
  session({ ...IMPROVING, state, proposal_id: state === 'drafting_proposal' ? PROPOSAL : null })

/** A fake engine that brings a session without watching to its draft. */
export function byHand(fake: Fake): void {
  fake.on('POST /api/learn/sessions', () => ({
    session: now('armed'),
    ui_mode: 'drawer',
    next_action: 'show_skill_delta_editor',
  }))
  fake.on('POST /api/learn/sessions/*/start', () => ({
    session: now('capturing'),
    observation_active: false,
    adapters_armed: [],
  }))
  fake.on('POST /api/learn/sessions/*/stop', () => ({
    session: now('stopped'),
    captured_event_count: 0,
    captured_trace_ids: [],
    next_action: 'generate_proposal',
  }))
  fake.on('POST /api/learn/sessions/*/generate-proposal', () => ({
    session: now('drafting_proposal'),
    proposal_id: PROPOSAL,
  }))
  fake.on('POST /api/learn/sessions/*/cancel', () => ({
    session: session({ ...IMPROVING, state: 'cancelled' }),
  }))
}

/** What a revision would change: nothing, but for `over`. */
export const revisionPreview = (over: Partial<Schemas['RevisionPreviewResponse']> = {}) => ({
  changes: [],
  needs_confirmation: [],
  refused: [],
  unclear: [],
  offers: [],
  no_author: 'Choose who writes in Settings.',
  kinds: ['a value: “region always stays EMEA”'],
  ...over,
})
