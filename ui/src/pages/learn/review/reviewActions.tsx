// The actions that are possible for a proposal now. Buttons, palette and shortcuts use this list.

import {
  Bot,
  CopyPlus,
  Eye,
  FlaskConical,
  Hammer,
  History,
  ListPlus,
  Pencil,
  Play,
  Share2,
  ShieldCheck,
  ShieldHalf,
  UserCheck,
  X,
} from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import type { RehearsalStatus } from '#ui/backend/types'
import type { Button } from '#ui/components/Button'
import { USE_AS_EXAMPLE } from '#ui/domain/useExample'
import { say } from '#ui/lib/say'
import type { Review } from './useReview'

/** The dialog that is open. */
export type ReviewDialog =
  | 'reject'
  | 'rehearse'
  | 'agentRehearse'
  | 'policy'
  | 'share'
  | 'showCheck'
  | 'install'
  | 'approve'
  | undefined

export interface ReviewAction {
  id: string
  label: string
  icon: ReactNode
  look?: ComponentProps<typeof Button>['look']
  keys?: string
  busy?: boolean
  /** Where its button is; in the head by default. Every action is in the palette. */
  place?: 'values' | 'checkpoints' | 'palette'
  /** Why the button is disabled, as text. */
  blocked: string | undefined
  run(): void
}

export interface ReviewContext {
  review: Review
  rehearsal: RehearsalStatus | undefined
  /** The person is showing how they check. */
  showsCheck: boolean
  /** Nothing can be read again that proves an effect, so showing it is the next thing to do. */
  unproved: boolean
  editing: boolean
  /** There is unsaved text. Only saved text is installed. */
  unsaved: boolean
  /** The rehearsal is already shown. */
  showing: boolean
  /** Questions wait for answers; their form has the next step. */
  asks: boolean
  onEdit(): void
  onShowRehearsal(): void
}

/** In order: what ends it, what changes it, what tests it, what accepts it. */
export function reviewActions(
  {
    review,
    rehearsal,
    showsCheck,
    unproved,
    editing,
    unsaved,
    showing,
    asks,
    onEdit,
    onShowRehearsal,
  }: ReviewContext,
  ask: (what: ReviewDialog) => void,
): ReviewAction[] {
  const { may, busy } = review
  const running = rehearsal?.running
    ? say('A rehearsal is running')
    : showsCheck
      ? say('You are showing how you check')
      : undefined
  const typing = editing || unsaved ? say('Save or discard your changes first') : undefined
  const nowhere =
    review.targets.length === 0 ? say('Choose at least one folder to install to') : undefined
  const accept = running ?? typing ?? nowhere
  // One next step: answer, rehearse, install.
  const tried = review.rehearsed || !may.rehearse
  const careful = !review.rehearsed
  const offers: Array<ReviewAction | false | undefined> = [
    may.reject && {
      id: 'reject',
      label: say('Reject'),
      icon: <X size={14} />,
      look: 'danger',
      blocked: running,
      run: () => ask('reject'),
    },
    may.revise && {
      id: 'revise',
      label: say('Revise'),
      icon: <Pencil size={13} />,
      keys: 'e',
      blocked:
        running ?? (editing ? say('You are already revising it') : unsaved ? typing : undefined),
      run: onEdit,
    },
    may.show_check && {
      id: 'showCheck',
      label: say('Show me how you check'),
      icon: <Eye size={14} />,
      keys: 'r k',
      busy: busy.showCheck,
      place: unproved ? 'checkpoints' : 'palette',
      blocked: running ?? typing,
      run: () => ask('showCheck'),
    },
    may.use_as_example && {
      id: 'example',
      label: USE_AS_EXAMPLE,
      place: 'values',
      icon: <CopyPlus size={14} />,
      busy: busy.example,
      blocked: running ?? typing,
      run: review.showExample,
    },
    rehearsal &&
      !rehearsal.running &&
      !showing && {
        id: 'last',
        label: say('Last rehearsal'),
        icon: <History size={14} />,
        keys: 'r l',
        blocked: undefined,
        run: onShowRehearsal,
      },
    may.rehearse && {
      id: 'rehearse',
      label: say('Rehearse'),
      icon: <Play size={13} />,
      // What a shown run found is the next step itself.
      look: may.install && !tried && !asks && !showing ? 'primary' : 'plain',
      keys: 'r h',
      busy: busy.rehearse,
      blocked: running ?? typing,
      run: () => ask('rehearse'),
    },
    may.rehearse && {
      id: 'agentRehearse',
      label: say('Rehearse with your agent'),
      icon: <Bot size={14} />,
      keys: 'r a',
      // The button “Rehearse” asks who does it.
      place: 'palette',
      blocked: running ?? typing,
      run: () => ask('agentRehearse'),
    },
    may.rehearse && {
      id: 'policy',
      label: say('Choose the test policy'),
      icon: <ShieldHalf size={14} />,
      keys: 'r p',
      place: 'palette',
      blocked: running ?? typing,
      run: () => ask('policy'),
    },
    // The same tests under two names: those that passed, or that did not.
    may.request_more_tests &&
      may.approve && {
        id: 'moreTests',
        label: say('Request More Tests'),
        icon: <ListPlus size={14} />,
        busy: busy.test,
        blocked: running ?? typing,
        run: review.moreTests,
      },
    may.validate &&
      !may.approve && {
        id: 'test',
        label: say('Run tests'),
        icon: <FlaskConical size={14} />,
        look: 'primary',
        keys: 'r t',
        busy: busy.test,
        blocked: running ?? typing,
        run: review.test,
      },
    may.generate_proposal && {
      id: 'build',
      label: say('Build the draft'),
      icon: <Hammer size={14} />,
      look: 'primary',
      keys: 'mod+enter',
      busy: busy.build,
      blocked: typing,
      run: review.build,
    },
    may.approve && {
      id: 'approve',
      label: say('Approve to workspace'),
      icon: <ShieldCheck size={14} />,
      look: may.install || asks ? 'plain' : 'primary',
      busy: busy.approve,
      blocked: accept,
      run: careful ? () => ask('approve') : () => review.approve(),
    },
    may.promote_shared && {
      id: 'share',
      label: say('Promote to shared'),
      icon: <Share2 size={14} />,
      busy: busy.share,
      blocked: running ?? typing,
      run: () => ask('share'),
    },
    may.install && {
      id: 'install',
      label: say('Install privately'),
      icon: <UserCheck size={14} />,
      look: tried && !asks ? 'primary' : 'plain',
      busy: busy.install,
      blocked: accept,
      run: careful && !review.practised ? () => ask('install') : () => review.install(),
    },
  ]
  return offers.filter((offer): offer is ReviewAction => Boolean(offer))
}
