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
import { Say, say } from '#ui/lib/say'
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
    <section className={css.panel} aria-label={say('Who wrote this draft')}>
      {status?.writing ? (
        <Writing authoring={authoring} since={status.started_at} />
      ) : mark ? (
        <AuthorResult mark={mark}>
          <Button icon={<FileDiff size={14} />} onClick={() => authoring.show('compare')}>
            {say('Compare')}
          </Button>
          <Button
            icon={<Undo2 size={14} />}
            busy={authoring.undoing}
            disabled={disabled !== undefined}
            title={disabled}
            onClick={authoring.undo}
          >
            {say('Back to the rules’ draft')}
          </Button>
          <WriteButtons authoring={authoring} disabled={disabled} again />
        </AuthorResult>
      ) : settings.settings.provider === 'rules' ? (
        <SetUp authoring={authoring} disabled={disabled} />
      ) : settings.problem ? (
        <p className="muted">
          <Say
            text={'The rules wrote this draft. {messageText} <link>Who writes the draft</link>'}
            values={{
              messageText: <MessageText text={settings.problem} />,
              link: (inner) => (
                <Link to="/settings" hash="author">
                  {inner}
                </Link>
              ),
            }}
          />
        </p>
      ) : (
        <div className={css.row}>
          <span className="muted">
            {say('The rules wrote this draft. {author} can improve it.', {
              author: authorName(settings),
            })}
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
          {status.asked && <p>{say('You asked: “{asked}”', { asked: status.asked })}</p>}
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
        {say('Show what is sent')}
      </Button>
      <Button
        icon={<Sparkles size={14} />}
        busy={authoring.starting}
        disabled={disabled !== undefined}
        title={disabled}
        onClick={authoring.write}
      >
        {again ? say('Let it write again') : say('Let a model write it')}
      </Button>
    </>
  )
}

function Writing({ authoring, since }: { authoring: Authoring; since: string | null | undefined }) {
  return (
    <div className={css.writing} role="status">
      <span>
        {say('{name} is writing', { name: authoring.name })}
        {since && <> · {<Elapsed since={since} />}</>}{' '}
        <span className="faint">{say('at most 3 minutes; the draft stays until it is done')}</span>
      </span>
      <Button icon={<X size={14} />} busy={authoring.cancelling} onClick={authoring.cancel}>
        {say('Cancel')}
      </Button>
      <Progress label={say('A model writes the draft')} wide />
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
        <Say
          text={`The rules wrote this draft. A language model can improve it: <link>choose one in
          Settings</link>.`}
          values={{
            link: (inner) => (
              <Link to="/settings" hash="author">
                {inner}
              </Link>
            ),
          }}
        />
      </p>
    )
  return (
    <Note
      action={
        <>
          <Button look="ghost" onClick={() => setDeclined(true)}>
            {say('Not now')}
          </Button>
          <Button
            icon={<Send size={13} />}
            busy={authoring.choosing}
            onClick={() => authoring.choose(agent)}
          >
            {say('Show what would be sent')}
          </Button>
        </>
      }
    >
      <b>{say('{agent} can improve this draft.', { agent: AGENT[agent] })}</b>
      <span className="muted">
        {say('It was found on this machine. Nothing is sent before you have seen it and agreed.')}
      </span>
    </Note>
  )
}
