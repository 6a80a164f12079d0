import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleSlash } from 'lucide-react'
import { useState } from 'react'
import * as read from '../../../backend/queries'
import { Badge } from '../../../components/Badge'
import { ErrorNote } from '../../../components/ErrorNote'
import { Field, TextInput } from '../../../components/Field'
import { usePaused } from '../useSkillsPage'
import css from './SkillDrawer.module.css'

/** The words that find an ability, and a place to try others. */
export function TriggersTab({ abilityId }: { abilityId: string }) {
  const ability = useQuery(read.abilities()).data?.abilities.find((known) => known.ability_id === abilityId)
  const [words, setWords] = useState('')
  const asked = usePaused(words.trim(), 200)
  const { data, error } = useQuery({ ...read.explainMatch(abilityId, asked), enabled: asked !== '' })
  return (
    <div className={css.stack}>
      <Words title="Found by" words={ability?.trigger_phrases ?? []} />
      <Words title="Not meant by" words={ability?.negative_triggers ?? []} />
      <Words title="Also called" words={ability?.aliases ?? []} />
      <Field label="Would these words find it?" hint="Write as you would ask an agent.">
        {(ids) => <TextInput {...ids} maxLength={500} placeholder={ability?.trigger_phrases[0]} value={words} onChange={(event) => setWords(event.target.value)} />}
      </Field>
      {error && asked !== '' && <ErrorNote error={error} />}
      <div role="status" className={css.stack}>
        {data && asked !== '' && (
          <>
            <p className={css.verdict}>
              <Badge tone={data.matched ? 'ok' : 'warn'} icon={data.matched ? <CircleCheck aria-hidden /> : <CircleSlash aria-hidden />}>
                {data.matched ? 'Found' : 'Not found'}
              </Badge>
              <span className="muted num">Score {data.score.toFixed(2)}</span>
            </p>
            <Reasons reasons={data.match_reasons} />
            <Reasons reasons={data.rejection_reasons} />
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
