import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FlaskConical } from 'lucide-react'
import * as read from '#ui/backend/queries'
import type { GateSummary } from '#ui/backend/types'
import { Badge } from '#ui/components/Badge'
import { Button } from '#ui/components/Button'
import { Dialog } from '#ui/components/Dialog'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Ago } from '#ui/components/Time'
import { say } from '#ui/lib/say'
import css from './DoesItHelp.module.css'
import { GateForm, type GateFormProps } from './GateForm'
import { gateWord } from './gateWords'

/** So many are shown. */
const SHOWN = 3

interface DoesItHelpProps extends Omit<GateFormProps, 'onClose'> {
  /** Whether it can be tried now. */
  possible: boolean
  asking: boolean
  onAsk(open: boolean): void
}

/** The command that asks, for the palette. */
export const gateCommand = (title: string, run: () => void) => ({
  id: 'gate try',
  label: say('Does it help my agent? {title}', { title }),
  group: 'Review' as const,
  keys: 'r g',
  words: say('gate try compare without skill arms'),
  run,
})

/** Whether a skill helps the person's agent: what was found before, and a new gate. */
export function DoesItHelp({ possible, asking, onAsk, ...form }: DoesItHelpProps) {
  const { subject } = form
  const known = useQuery(read.gates('ability' in subject ? { ability: subject.ability } : subject))
  return (
    <section className={css.box} aria-label={say('Does it help my agent?')}>
      <h3>{say('Does it help my agent?')}</h3>
      {known.error && <ErrorNote error={known.error} onRetry={() => void known.refetch()} />}
      {known.data?.gates.length === 0 && <p className="faint">{say('Not tried yet.')}</p>}
      {known.data && known.data.gates.length > 0 && <Known gates={known.data.gates} />}
      {possible && (
        <Button icon={<FlaskConical size={14} />} onClick={() => onAsk(true)}>
          {say('Try it with and without')}
        </Button>
      )}
      <Dialog
        open={asking}
        onClose={() => onAsk(false)}
        title={say('Does it help my agent?')}
        wide
        description={say(`Your agent does the same task several times without the skill and with it, each time
            in a fresh folder. Apprentice checks the results of each try and ignores what the
            agent claims.`)}
      >
        <GateForm {...form} onClose={() => onAsk(false)} />
      </Dialog>
    </section>
  )
}

function Known({ gates }: { gates: readonly GateSummary[] }) {
  return (
    <ul className={css.list} aria-label={say('Earlier tries')}>
      {gates.slice(0, SHOWN).map((gate) => (
        <li key={gate.gate_id}>
          <Link to="/learn/gates/$gateId" params={{ gateId: gate.gate_id }} className={css.row}>
            <span className={css.who}>
              <span className="clip">{gate.agent_label}</span>
              <Ago at={gate.started_at} className="faint" />
            </span>
            <Badge tone={gateWord(gate).tone}>{gateWord(gate).word}</Badge>
          </Link>
        </li>
      ))}
    </ul>
  )
}
