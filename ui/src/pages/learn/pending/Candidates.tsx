import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Repeat2 } from 'lucide-react'
import { type FormEvent, useId, useMemo, useState } from 'react'
import { offerUndo } from '#ui/lib/undo'
import * as act from '#ui/backend/mutations'
import type { Schemas } from '#ui/backend/types'
import { Badge } from '#ui/components/Badge'
import { Button } from '#ui/components/Button'
import { Dialog } from '#ui/components/Dialog'
import { Field, FieldGroup, TextInput } from '#ui/components/Field'
import { Segmented } from '#ui/components/Segmented'
import { Ago } from '#ui/components/Time'
import { useCommands } from '#ui/shell/commands'
import { say } from '#ui/lib/say'
import css from './Candidates.module.css'

type Candidate = Schemas['MiningCandidate']
type Topic = Schemas['MiningTopic']

const STATE: Record<Candidate['state'], { label: string; tone: 'ok' | 'warn' | 'neutral' }> = {
  ready: { label: say('Suggestion'), tone: 'ok' },
  awaiting_answers: { label: say('Answer first'), tone: 'warn' },
  collecting: { label: say('Not often enough'), tone: 'neutral' },
  dismissed: { label: say('Dismissed'), tone: 'neutral' },
}

/** What a candidate that cannot be built yet is called: the first condition that is not met. */
const COLLECTING: Record<Schemas['MiningGateKind'], string> = {
  successful_traces: say('Not often enough'),
  variation: say('Steps differ'),
  verification_coverage: say('Not verified'),
  safety: say('Not safe'),
  friction: say('Report open'),
  specific: say('Too vague'),
}

function labelOf({ state, gates }: Candidate): string {
  const unmet = gates.find((gate) => !gate.met)
  return state === 'collecting' && unmet ? COLLECTING[unmet.kind] : STATE[state].label
}

/** Tasks that were repeated with success and that no ability covers, each with the reason (§0.4). */
export function Candidates({ candidates }: { candidates: readonly Candidate[] }) {
  const build = useBuild()
  const scan = useMutation(act.scanRepeatedTasks())
  const { mutate: search } = scan
  const ready = candidates.find(({ state }) => state === 'ready')
  useCommands(
    useMemo(
      () => [
        {
          id: 'scan repeated tasks',
          label: say('Search for repeated tasks'),
          group: 'Learn' as const,
          words: say('mining scan candidates suggestions'),
          run: () => search(),
        },
        ...(ready
          ? [
              {
                id: 'build candidate',
                label: say('Build the draft of “{title}”', { title: ready.title }),
                group: 'Learn' as const,
                words: say('mining candidate suggestion repeated task'),
                run: () => build.start(ready),
              },
            ]
          : []),
      ],
      [ready, build, search],
    ),
  )
  if (candidates.length === 0) return null
  return (
    <section className={css.section} aria-label={say('Repeated tasks')}>
      <header className={css.head}>
        <Repeat2 size={15} aria-hidden />
        <h2>{say('Repeated tasks')}</h2>
        <span className="muted">
          {say('You did these several times. None is built or installed yet.')}
        </span>
      </header>
      <ul className={css.cards}>
        {candidates.map((candidate) => (
          <Card
            key={candidate.candidate_id}
            candidate={candidate}
            busy={build.building === candidate.candidate_id}
            onBuild={() => build.start(candidate)}
          />
        ))}
      </ul>
    </section>
  )
}

/** Builds a draft and opens its review. */
function useBuild() {
  const navigate = useNavigate()
  const { mutate, isPending, variables } = useMutation(act.buildCandidate())
  return useMemo(
    () => ({
      building: isPending ? variables : undefined,
      start: ({ candidate_id }: Candidate) =>
        mutate(candidate_id, {
          onSuccess: ({ proposal_id }) =>
            void navigate({
              to: '/learn/pending/$proposalId',
              params: { proposalId: proposal_id },
            }),
        }),
    }),
    [mutate, isPending, variables, navigate],
  )
}

function Card({
  candidate,
  busy,
  onBuild,
}: {
  candidate: Candidate
  busy: boolean
  onBuild(): void
}) {
  const { candidate_id: id, title, why, actions } = candidate
  const [asking, setAsking] = useState(false)
  const restore = useMutation(act.restoreCandidate(id))
  const dismiss = useMutation({
    ...act.dismissCandidate(id),
    onSuccess: () =>
      offerUndo(
        say('“{title}” was dismissed. It returns only when you do it again.', { title }),
        () => restore.mutate(),
      ),
  })
  const heading = useId()
  return (
    <li className={css.card} aria-labelledby={heading}>
      <div className={css.line}>
        <Badge tone={STATE[candidate.state].tone}>{labelOf(candidate)}</Badge>
        <b id={heading} className="clip">
          {title}
        </b>
        <span className={`${css.app} clip`}>{candidate.app_family}</span>
        <Ago at={candidate.updated_at} className={css.when} />
      </div>
      <ul className={css.why}>
        {[...why, ...candidate.ambiguity_flags].map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      <div className={css.buttons}>
        <Button
          look="primary"
          busy={busy}
          disabled={!actions.includes('build')}
          title={actions.includes('build') ? undefined : why.at(-1)}
          onClick={onBuild}
        >
          {say('Build the draft')}
        </Button>
        {actions.includes('answers') && (
          <Button onClick={() => setAsking(true)}>{say('Answer questions')}</Button>
        )}
        {actions.includes('dismiss') && (
          <Button busy={dismiss.isPending} onClick={() => dismiss.mutate()}>
            {say('Dismiss')}
          </Button>
        )}
      </div>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={say('Questions about “{title}”', { title })}
        description={say(
          'Answer any of these questions. The draft uses your words, and you can change it later.',
        )}
      >
        <Answers candidate={candidate} onDone={() => setAsking(false)} />
      </Dialog>
    </li>
  )
}

/** At most five questions (§0.4G). */
function Answers({ candidate, onDone }: { candidate: Candidate; onDone(): void }) {
  const { questions } = candidate
  const [given, setGiven] = useState<Partial<Record<Topic, string>>>(() =>
    Object.fromEntries(questions.map(({ topic, answer }) => [topic, answer ?? ''])),
  )
  const save = useMutation({ ...act.answerCandidate(candidate.candidate_id), onSuccess: onDone })
  const answers = questions.flatMap(({ topic, answer }) => {
    const text = given[topic]?.trim()
    return text && text !== answer ? [{ topic, text }] : []
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (answers.length > 0) save.mutate({ answers })
  }
  return (
    <form className={css.form} onSubmit={submit}>
      {questions.map(({ topic, prompt, required, choices }) => {
        const label = required ? `${prompt} (required)` : prompt
        const set = (text: string): void => setGiven((now) => ({ ...now, [topic]: text }))
        return topic === 'project_scope' || topic === 'approval' ? (
          <FieldGroup key={topic} label={label}>
            <Segmented
              label={label}
              value={given[topic] ?? ''}
              choices={choices.map((choice) => ({ value: choice, label: choice }))}
              onChange={set}
            />
          </FieldGroup>
        ) : (
          <Field key={topic} label={label}>
            {(ids) => (
              <TextInput
                {...ids}
                maxLength={240}
                value={given[topic] ?? ''}
                placeholder={choices[0]}
                onChange={(event) => set(event.target.value)}
              />
            )}
          </Field>
        )
      })}
      <div className={css.buttons}>
        <Button type="submit" look="primary" busy={save.isPending} disabled={answers.length === 0}>
          {say('Save the answers')}
        </Button>
      </div>
    </form>
  )
}
