import { Bot, Check, Copy } from 'lucide-react'
import { useState } from 'react'
import type { Schemas } from '#ui/backend/types'
import { Button } from '#ui/components/Button'
import { Dialog } from '#ui/components/Dialog'
import { copyToClipboard } from '#ui/components/copyToClipboard'
import { say } from '#ui/lib/say'
import { AgentRunForm } from './agentRuns/AgentRunForm'
import { inputsOf, isNeeded } from './agentRuns/runRequest'
import css from './TryIt.module.css'

/** What a person says to an agent so that it uses the ability, with the values of the demonstration. */
export function sentenceOf(
  { title, triggers }: { title: string; triggers: readonly string[] },
  variables: ReadonlyArray<Schemas['Variable']>,
): string {
  const [trigger = title] = triggers
  const begin = `${trigger.charAt(0).toLocaleUpperCase()}${trigger.slice(1)}`.replace(
    /[.!?]*$/,
    '.',
  )
  const values = inputsOf(variables)
    .filter((variable) => isNeeded(variable) && variable.example.trim() !== '')
    .map(({ label, name, example }) => `${(label || name).replace(/^-+/, '')}: ${example}`)
  return values.length > 0 ? `${begin} ${values.join(', ')}.` : begin
}

interface TryItProps {
  ability: { id: string; title: string; triggers: readonly string[] }
  variables: ReadonlyArray<Schemas['Variable']>
  /** Why no agent can do the task here. */
  noAgent: string | undefined
  /** The session that taught it. */
  sessionId: string | undefined
  /** It was taught here, so that a run of it can be judged. */
  judged: boolean
  asking: boolean
  onAsk(open: boolean): void
}

/** The first use of an installed ability: say it to an agent, or let Apprentice run one. */
export function TryIt({
  ability,
  variables,
  noAgent,
  sessionId,
  judged,
  asking,
  onAsk,
}: TryItProps) {
  const sentence = sentenceOf(ability, variables)
  return (
    <section className={css.box} aria-label={say('Try it')}>
      <h3>{say('Try it')}</h3>
      <p className="muted">{say('Say this to your agent:')}</p>
      <div className={css.sentence}>
        <blockquote>{sentence}</blockquote>
        <CopyButton text={sentence} />
      </div>
      {judged && (
        <div className={css.run}>
          <Button icon={<Bot size={14} />} onClick={() => onAsk(true)}>
            {say('Run it with an agent')}
          </Button>
          <span className="faint">
            {say('In a separate folder. Apprentice checks the results.')}
          </span>
        </div>
      )}
      <Dialog
        open={asking}
        onClose={() => onAsk(false)}
        title={say('Run it with an agent')}
        wide
        description={say(`An agent of this machine does the task, in a folder of its own. Apprentice reads what
            it leaves, and believes nothing else.`)}
      >
        <AgentRunForm
          subject={{ ability: ability.id }}
          sessionId={sessionId}
          variables={variables}
          impossible={noAgent}
          onClose={() => onAsk(false)}
        />
      </Dialog>
    </section>
  )
}

function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(false)
  const copy = (): void =>
    void copyToClipboard(text).then(() => {
      setCopied(true)
      setTimeout(() => setCopied(false), 1500)
    })
  return (
    <Button icon={copied ? <Check size={14} /> : <Copy size={14} />} onClick={copy}>
      {copied ? say('Copied') : say('Copy')}
    </Button>
  )
}
