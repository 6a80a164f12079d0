import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileDiff, Send, Sparkles, Undo2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import * as read from '#ui/backend/queries'
import type { ProposalDetail } from '#ui/backend/types'
import { Button } from '#ui/components/Button'
import { MessageText } from '#ui/components/MessageText'
import { Note } from '#ui/components/Note'
import { Progress } from '#ui/components/Progress'
import { Elapsed } from '#ui/components/Time'
import { AGENT, authorName } from '#ui/domain/authors'
import { useCommands } from '#ui/shell/commands'
import { usePref } from '#ui/lib/prefs'
import { AuthorCompare } from './AuthorCompare'
import css from './AuthorPanel.module.css'
import { AuthorPreview } from './AuthorPreview'
import { AuthorResult, Dropped } from './AuthorResult'
import { type Authoring, useAuthoring } from './useAuthoring'

/**
 * Who wrote the draft. A chosen model can improve it: what is sent is shown, it can be cancelled,
 * and the draft of the rules can be put back.
 */
export function AuthorPanel({
  detail,
  disabled,
}: {
  detail: ProposalDetail
  /** Why nothing can be written now. */
  disabled: string | undefined
}) {
  const settings = useQuery(read.authorSettings()).data
  const authoring = useAuthoring(detail, settings, disabled)
  useCommands(authoring.commands)
  if (!settings) return null
  const { status, mark } = authoring
  return (
    <section className={css.panel} aria-label="Who wrote this draft">
      {status?.writing ? (
        <Writing authoring={authoring} since={status.started_at} />
      ) : mark ? (
        <AuthorResult mark={mark}>
          <Button icon={<FileDiff size={14} />} onClick={() => authoring.show('compare')}>
            Compare
          </Button>
          <Button
            icon={<Undo2 size={14} />}
            busy={authoring.undoing}
            disabled={disabled !== undefined}
            title={disabled}
            onClick={authoring.undo}
          >
            Back to the rules’ draft
          </Button>
          <WriteButtons authoring={authoring} disabled={disabled} again />
        </AuthorResult>
      ) : settings.settings.provider === 'rules' ? (
        <SetUp authoring={authoring} disabled={disabled} />
      ) : settings.problem ? (
        <p className="muted">
          The rules wrote this draft. <MessageText text={settings.problem} />{' '}
          <Link to="/settings" hash="author">
            Who writes the draft
          </Link>
        </p>
      ) : (
        <div className={css.row}>
          <span className="muted">
            The rules wrote this draft. {authorName(settings)} can improve it.
          </span>
          <WriteButtons authoring={authoring} disabled={disabled} />
        </div>
      )}
      {status?.failure && !status.writing && (
        <Note tone="warn" role="alert">
          <p>
            <MessageText text={status.failure} />
          </p>
          {status.remedy && (
            <p className="muted">
              <MessageText text={status.remedy} />
            </p>
          )}
          {status.asked && <p>You asked: “{status.asked}”</p>}
          <Dropped dropped={status.dropped} />
        </Note>
      )}
      {authoring.shown === 'preview' && (
        <AuthorPreview
          proposalId={detail.proposal.proposal_id}
          name={authorName(settings)}
          disabled={disabled}
          onSend={authoring.write}
          onClose={() => authoring.show(undefined)}
        />
      )}
      {authoring.shown === 'compare' && mark && (
        <AuthorCompare
          mark={mark}
          text={detail.skill_md}
          onClose={() => authoring.show(undefined)}
        />
      )}
    </section>
  )
}

function WriteButtons({
  authoring,
  disabled,
  again,
}: {
  authoring: Authoring
  disabled: string | undefined
  again?: boolean
}) {
  return (
    <>
      <Button look="ghost" icon={<Send size={13} />} onClick={() => authoring.show('preview')}>
        Show what is sent
      </Button>
      <Button
        icon={<Sparkles size={14} />}
        busy={authoring.starting}
        disabled={disabled !== undefined}
        title={disabled}
        onClick={authoring.write}
      >
        {again ? 'Let it write again' : 'Let a model write it'}
      </Button>
    </>
  )
}

function Writing({ authoring, since }: { authoring: Authoring; since: string | null | undefined }) {
  return (
    <div className={css.writing} role="status">
      <span>
        {authoring.name} is writing{since && <> · {<Elapsed since={since} />}</>}{' '}
        <span className="faint">at most 3 minutes; the draft stays until it is done</span>
      </span>
      <Button icon={<X size={14} />} busy={authoring.cancelling} onClick={authoring.cancel}>
        Cancel
      </Button>
      <Progress label="A model writes the draft" wide />
    </div>
  )
}

/** No model is chosen. An agent that was found is offered once; afterwards one quiet line stays. */
function SetUp({
  authoring,
  disabled,
}: {
  authoring: Authoring
  disabled: string | undefined
}): ReactNode {
  const [declined, setDeclined] = usePref('author.offer.declined', false)
  const agent = authoring.settings?.agents[0]
  if (!agent || declined || disabled)
    return (
      <p className="faint">
        The rules wrote this draft. A language model can improve it:{' '}
        <Link to="/settings" hash="author">
          choose one in Settings
        </Link>
        .
      </p>
    )
  return (
    <Note
      action={
        <>
          <Button look="ghost" onClick={() => setDeclined(true)}>
            Not now
          </Button>
          <Button
            icon={<Send size={13} />}
            busy={authoring.choosing}
            onClick={() => authoring.choose(agent)}
          >
            Show what would be sent
          </Button>
        </>
      }
    >
      <b>{AGENT[agent]} can improve this draft.</b>
      <span className="muted">
        It was found on this machine. Nothing is sent before you have seen it and agreed.
      </span>
    </Note>
  )
}
