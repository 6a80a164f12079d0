import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleSlash } from 'lucide-react'
import { useState } from 'react'
import * as read from '#ui/backend/queries'
import type { Skill } from '#ui/backend/skillList'
import { Badge } from '#ui/components/Badge'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Field, TextInput } from '#ui/components/Field'
import { useDebounced } from '#ui/lib/useDebounced'
import { say } from '#ui/lib/say'
import css from './SkillDrawer.module.css'

interface Verdict {
  matched: boolean
  score?: number | null
  reasons: readonly string[]
  against: readonly string[]
}

/**
 * The engine matches an ability by its triggers. An agent chooses any other skill by name and
 * description.
 */
function useVerdict(
  skill: Skill,
  words: string,
): { verdict: Verdict | undefined; error: Error | null } {
  const ability = useQuery({
    ...read.explainMatch(skill.ability_id ?? '', words),
    enabled: words !== '' && skill.ability_id !== undefined,
  })
  const plain = useQuery({
    ...read.testTrigger(skill.item_id, words),
    enabled: words !== '' && skill.ability_id === undefined,
  })
  if (words === '') return { verdict: undefined, error: null }
  if (ability.data)
    return {
      verdict: {
        ...ability.data,
        reasons: ability.data.why ?? [],
        against: ability.data.why_not ?? [],
      },
      error: ability.error,
    }
  return {
    verdict: plain.data && { ...plain.data, against: plain.data.rejection_reasons },
    error: ability.error ?? plain.error,
  }
}

/** The triggers of an ability, and a field to test other words. */
export function TriggersTab({ skill }: { skill: Skill }) {
  const ability = useQuery({
    ...read.abilities(),
    enabled: skill.ability_id !== undefined,
  }).data?.abilities.find((known) => known.ability_id === skill.ability_id)
  const [words, setWords] = useState('')
  const asked = useDebounced(words.trim(), 200)
  const { verdict, error } = useVerdict(skill, asked)
  return (
    <div className={css.stack}>
      <Words title={say('Triggers')} words={ability?.trigger_phrases ?? []} />
      <Words title={say('Negative triggers')} words={ability?.negative_triggers ?? []} />
      <Words title={say('Aliases')} words={ability?.aliases ?? []} />
      <Field
        label={say('Would these words find it?')}
        hint={say('Write as you would ask an agent.')}
      >
        {(ids) => (
          <TextInput
            {...ids}
            maxLength={500}
            placeholder={ability?.trigger_phrases[0]}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        )}
      </Field>
      {error && <ErrorNote error={error} />}
      <div role="status" className={css.stack}>
        {verdict && (
          <>
            <p className={css.verdict}>
              <Badge
                tone={verdict.matched ? 'ok' : 'warn'}
                icon={verdict.matched ? <CircleCheck aria-hidden /> : <CircleSlash aria-hidden />}
              >
                {verdict.matched ? say('Found') : say('Not found')}
              </Badge>
              {typeof verdict.score === 'number' && (
                <span className="muted num">
                  {say('Score {score}', { score: verdict.score.toFixed(2) })}
                </span>
              )}
            </p>
            <Reasons reasons={verdict.reasons} />
            <Reasons reasons={verdict.against} />
          </>
        )}
      </div>
    </div>
  )
}

function Words({ title, words }: { title: string; words: readonly string[] }) {
  if (words.length === 0) return null
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul className={css.words}>
        {words.map((word) => (
          <li key={word}>“{word}”</li>
        ))}
      </ul>
    </section>
  )
}

const Reasons = ({ reasons }: { reasons: readonly string[] }) =>
  reasons.length > 0 && (
    <ul className={css.list}>
      {reasons.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  )
