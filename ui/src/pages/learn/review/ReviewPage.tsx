import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as read from '#ui/backend/queries'
import type { LearnSession, ProposalDetail } from '#ui/backend/types'
import { Button } from '#ui/components/Button'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Note } from '#ui/components/Note'
import { Page } from '#ui/components/Page'
import { UnsavedChanges } from '#ui/components/UnsavedChanges'
import { noAgentFor } from '#ui/domain/agentRuns/noAgent'
import { isUnproved } from '#ui/domain/checkpoints'
import { FilmSection } from '#ui/domain/film/FilmSection'
import { useFilm } from '#ui/domain/film/useFilm'
import { FlowSection } from '#ui/domain/flow/FlowSection'
import { useFlow } from '#ui/domain/flow/useFlow'
import { isCapturing } from '#ui/domain/sessionStates'
import { LoadingPage } from '#ui/pages/learn/LoadingPage'
import { useCommands } from '#ui/shell/commands'
import { TerminalDock } from '#ui/pages/learn/active/TerminalDock'
import { QuestionsForm } from '#ui/pages/learn/active/Questions'
import { say } from '#ui/lib/say'
import { AnsweredQuestions } from './AnsweredQuestions'
import { AuthorPanel } from './AuthorPanel'
import { Blockers } from './Blockers'
import { focusQuestions } from './focusQuestions'
import { Installed } from './Installed'
import { RehearsalDrawer } from './RehearsalDrawer'
import { type ImprovedAbility, ReviewHead } from './ReviewHead'
import css from './ReviewPage.module.css'
import { ReviewActionButtons } from './ReviewActionButtons'
import { type ReviewDialog, reviewActions } from './reviewActions'
import { ReviewSide } from './ReviewSide'
import { ReviseForm } from './ReviseForm'
import { ShownCheckDrawer } from './ShownCheckDrawer'
import { ScanFindings } from './ScanFindings'
import { Showings } from './Showings'
import { SkillText } from './SkillText'
import { Interpretation } from './Interpretation'
import { isInstalled } from './rehearsed'
import { revealCheckpoint, revealInput } from './reveal'
import { useReview } from './useReview'
import { useSkillEdit } from './useSkillEdit'
import { ValuesTable } from './ValuesTable'
import { Weakenings } from './Weakenings'

const route = getRouteApi('/learn/pending/$proposalId')

function Superseded({ by }: { by: string }) {
  const navigate = useNavigate()
  return (
    <Note
      action={
        <Button
          onClick={() =>
            void navigate({ to: '/learn/pending/$proposalId', params: { proposalId: by } })
          }
        >
          {say('Open the newer draft')}
        </Button>
      }
    >
      {say(
        'A newer version of this ability is installed. This draft is read-only; improve the newer one.',
      )}
    </Note>
  )
}

/** The ability that this draft would replace. */
function useImprovedAbility(session: LearnSession | undefined): ImprovedAbility | undefined {
  const id = session?.target_kind === 'existing_skill' ? session.target_skill_id : undefined
  const { data } = useQuery({ ...read.abilities(), enabled: Boolean(id) })
  return id
    ? { id, name: data?.abilities.find((known) => known.ability_id === id)?.title ?? id }
    : undefined
}

/** One proposal: what was understood, what was tested, and the decision. */
export function ReviewPage() {
  const { proposalId } = route.useParams()
  const query = useQuery(read.proposalDetail(proposalId))
  if (query.data) return <Review key={proposalId} detail={query.data} />
  return (
    <LoadingPage
      label={say('Proposal')}
      error={query.error}
      gone="PROPOSAL_NOT_FOUND"
      onRetry={() => void query.refetch()}
    />
  )
}

function Review({ detail }: { detail: ProposalDetail }) {
  const { proposal } = detail
  const id = proposal.proposal_id
  const navigate = useNavigate()
  const { rehearsal: shown, revise } = route.useSearch()
  const [editing, setEditing] = useState(revise === true)
  const [typing, setTyping] = useState(false)
  const [asking, ask] = useState<ReviewDialog>()
  const rehearsals = useQuery(read.rehearsal(id))
  const rehearsal = rehearsals.data ?? undefined
  const shownCheck = useQuery(read.shownCheck(id)).data ?? undefined
  const taught = useQuery({
    ...read.sessionDetail(proposal.learn_session_id ?? ''),
    enabled: Boolean(proposal.learn_session_id),
  }).data
  const session = taught?.session
  const review = useReview(detail, taught)
  const edit = useSkillEdit(detail)
  const improves = useImprovedAbility(session)
  const flow = useFlow(detail)
  useCommands(flow.commands)
  const film = useFilm(proposal.learn_session_id ?? undefined, proposal.proposed_skill_slug)
  useCommands(film.commands)
  const showRehearsal = (on: boolean): void =>
    void navigate({
      to: '/learn/pending/$proposalId',
      params: { proposalId: id },
      search: { rehearsal: on || undefined },
      replace: true,
    })
  const agent = rehearsal?.agent
  const openRun = (runId: string): void =>
    void navigate({ to: '/learn/runs/$runId', params: { runId } })
  const openRehearsal = (): void =>
    agent && rehearsal ? openRun(rehearsal.validation_run_id) : showRehearsal(true)
  const open = detail.questions.filter((question) => !question.answered)
  const optional = !open.some((question) => question.required)
  const questions = open.length > 0 && session && taught?.actions.includes('answer_questions') && (
    <QuestionsForm sessionId={session.learn_session_id} proposalId={id} questions={open} />
  )
  const running = rehearsal?.running ?? false
  // Why the values cannot be corrected now.
  const fixed = running
    ? say('A rehearsal is running.')
    : shownCheck
      ? say('You are showing how you check.')
      : editing || edit.dirty
        ? say('Save or discard your changes first.')
        : review.may.revise
          ? undefined
          : say('This draft can only be read now.')
  // For an improvement, the changes come first.
  const text = (
    <SkillText detail={detail} improving={improves !== undefined} review={review} edit={edit} />
  )
  const actions = reviewActions(
    {
      review,
      rehearsal,
      showsCheck: shownCheck !== undefined,
      unproved: detail.checkpoints.some(isUnproved),
      editing,
      unsaved: edit.dirty,
      showing: shown === true,
      asks: Boolean(questions),
      onEdit: () => setEditing(true),
      onShowRehearsal: openRehearsal,
    },
    ask,
  )
  return (
    <div className={css.review}>
      <ReviewHead
        detail={detail}
        improves={improves}
        rehearsal={rehearsal}
        onShowRehearsal={openRehearsal}
        review={review}
        noAgent={noAgentFor(session)}
        actions={actions}
        asking={asking}
        onAsk={ask}
      />
      <UnsavedChanges when={edit.dirty || typing} />
      <Page label={say('Proposal')}>
        <div className={css.columns}>
          <div className={css.main}>
            {proposal.superseded_by && <Superseded by={proposal.superseded_by} />}
            {running && agent && rehearsal && (
              <Note
                action={
                  <Button onClick={() => openRun(rehearsal.validation_run_id)}>
                    {say('Show the run')}
                  </Button>
                }
              >
                {say('{agent} is rehearsing this draft.', { agent })}
              </Note>
            )}
            {isInstalled(detail) && proposal.ability_id && (
              <Installed detail={detail} session={session} />
            )}
            {(review.may.revise || detail.author || proposal.proposal_state === 'testing') && (
              <AuthorPanel detail={detail} disabled={fixed} />
            )}
            <Showings detail={detail} />
            <ValuesTable detail={detail} disabled={fixed} moments={film.links}>
              <ReviewActionButtons actions={actions} place="values" />
            </ValuesTable>
            <Weakenings detail={detail} review={review} />
            {detail.gate && <Note tone="warn">{detail.gate.message}</Note>}
            <ScanFindings detail={detail} review={review} />
            <Blockers detail={detail} review={review} />
            {rehearsals.error && (
              <ErrorNote error={rehearsals.error} onRetry={() => void rehearsals.refetch()} />
            )}
            {!optional && questions}
            {improves && text}
            {editing ? (
              <ReviseForm
                detail={detail}
                review={review}
                onTyping={setTyping}
                onClose={() => (setEditing(false), setTyping(false))}
              />
            ) : (
              <>
                <Interpretation detail={detail} moments={film.links}>
                  <ReviewActionButtons actions={actions} place="checkpoints" />
                </Interpretation>
                {session && session.watch.length > 0 && (
                  <FilmSection film={film} onCheckpoint={revealCheckpoint} onInput={revealInput} />
                )}
                <FlowSection flow={flow} detail={detail} onQuestions={focusQuestions} />
              </>
            )}
            {optional && questions}
            {session && (
              <AnsweredQuestions
                sessionId={session.learn_session_id}
                questions={detail.questions.filter((question) => question.answered)}
                changeable={taught?.actions.includes('answer_questions') === true && !fixed}
              />
            )}
            {!improves && text}
          </div>
          <ReviewSide
            detail={detail}
            review={review}
            noAgent={noAgentFor(session)}
            testPolicy={taught?.acting_test_policy}
            onChoosePolicy={actions.find(({ id, blocked }) => id === 'policy' && !blocked)?.run}
          />
        </div>
      </Page>
      {shownCheck && session?.watch.includes('terminal') && (
        <TerminalDock ownerId={id} sessionId={session.learn_session_id} />
      )}
      {shownCheck && <ShownCheckDrawer status={shownCheck} />}
      {running && !agent && session?.watch.includes('terminal') && !isCapturing(session.state) && (
        <TerminalDock
          ownerId={rehearsal?.validation_run_id ?? id}
          sessionId={session.learn_session_id}
        />
      )}
      {rehearsal && !shownCheck && (running ? !agent : shown) && (
        <RehearsalDrawer
          status={rehearsal}
          onClose={running ? undefined : () => showRehearsal(false)}
          onRunAgain={
            review.may.rehearse
              ? () => (agent ? ask('agentRehearse') : review.rehearse())
              : undefined
          }
          onRevised={() => setEditing(true)}
        />
      )}
    </div>
  )
}
