import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CircleCheck, CircleSlash } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import * as read from '#ui/backend/queries'
import type { Schemas } from '#ui/backend/types'
import { Badge } from '#ui/components/Badge'
import { Button } from '#ui/components/Button'
import { Dialog } from '#ui/components/Dialog'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Field, TextInput } from '#ui/components/Field'
import { ProjectChips, useProjectIds } from '#ui/domain/ProjectChips'
import { useDebounced } from '#ui/lib/useDebounced'
import { showOverlay, useOverlay, useRequestedWords } from '#ui/shell/overlays'
import { say } from '#ui/lib/say'
import css from './WhichFits.module.css'

const TYPING_PAUSE_MS = 200

const close = (): void => showOverlay(undefined)

/**
 * “Which ability fits this?”: what the engine answers an agent that asks with these words, with the
 * reasons, and why the nearest other abilities do not fit.
 */
export function WhichFits() {
  const open = useOverlay() === 'fits'
  return (
    <Dialog
      open={open}
      onClose={close}
      title={say('Which ability fits this?')}
      description={say('The same lookup that your agents use. Nothing is run.')}
      wide
    >
      <Box />
    </Dialog>
  )
}

function Box() {
  const [words, setWords] = useState(useRequestedWords())
  const asked = useDebounced(words.trim(), TYPING_PAUSE_MS)
  const projects = useProjectIds()
  const [project, setProject] = useState('')
  const { data, error } = useQuery({ ...read.whichFits(asked, project), enabled: asked !== '' })
  return (
    <div className={css.box}>
      <Field label={say('The request')} hint={say('Write as you would ask an agent.')}>
        {(ids) => (
          <TextInput
            {...ids}
            autoFocus
            maxLength={500}
            placeholder={say('Add a customer with their address')}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        )}
      </Field>
      <ProjectChips
        projects={projects}
        chosen={project}
        hint={say('The project that the agent works on. Abilities of this project come first.')}
        onChoose={setProject}
      />
      <div role="status" className={css.results}>
        {error && <ErrorNote error={error} />}
        {asked !== '' && data && <Results result={data} />}
      </div>
    </div>
  )
}

function Results({ result }: { result: Schemas['AbilityLookupResult'] }) {
  const { matches, not_fitting: others = [] } = result
  return (
    <>
      <section aria-label={say('Fits')}>
        <h3>{say('Fits')}</h3>
        {matches.length === 0 ? (
          <NothingFits />
        ) : (
          <ul className={css.list}>
            {matches.map((match) => (
              <Row
                key={match.ability_id}
                ability={match}
                sentences={match.why ?? []}
                badge={
                  match.usable_now ? (
                    <Badge tone="ok" icon={<CircleCheck aria-hidden />}>
                      {say('Usable now')}
                    </Badge>
                  ) : (
                    <Badge tone="warn" icon={<CircleSlash aria-hidden />}>
                      {say('Not usable now')}
                    </Badge>
                  )
                }
              />
            ))}
          </ul>
        )}
      </section>
      {others.length > 0 && (
        <section aria-label={say('Shares words, but does not fit')}>
          <h3>{say('Shares words, but does not fit')}</h3>
          <ul className={css.list}>
            {others.map((other) => (
              <Row
                key={other.ability_id}
                ability={other}
                sentences={other.why_not}
                badge={<Badge icon={<CircleSlash aria-hidden />}>{say('Does not fit')}</Badge>}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

interface RowProps {
  ability: { ability_id: string; title: string; score: number }
  sentences: readonly string[]
  badge: ReactNode
}

function Row({ ability, sentences, badge }: RowProps) {
  const navigate = useNavigate()
  return (
    <li>
      <button
        type="button"
        className={css.row}
        onClick={() => {
          close()
          void navigate({
            to: '/skills',
            search: { open: ability.ability_id, tab: 'triggers' },
          })
        }}
      >
        <span className={css.head}>
          <b className="clip">{ability.title}</b>
          {badge}
          <span className={`muted num ${css.score}`}>
            {say('Score {score}', { score: ability.score.toFixed(2) })}
          </span>
        </span>
        {sentences.map((sentence) => (
          <span key={sentence} className={css.sentence}>
            {sentence}
          </span>
        ))}
      </button>
    </li>
  )
}

function NothingFits() {
  const navigate = useNavigate()
  return (
    <div className={css.none}>
      <p>{say('No ability fits these words.')}</p>
      <Button
        onClick={() => {
          close()
          void navigate({ to: '/learn/new' })
        }}
      >
        {say('Teach it')}
      </Button>
    </div>
  )
}
