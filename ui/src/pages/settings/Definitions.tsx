import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type Command, useCommands } from '#ui/shell/commands'
import * as read from '#ui/backend/queries'
import type { Schemas } from '#ui/backend/types'
import { Badge } from '#ui/components/Badge'
import { Button } from '#ui/components/Button'
import { CopyableText } from '#ui/components/CopyableText'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Note } from '#ui/components/Note'
import { Skeleton } from '#ui/components/Skeleton'
import { DefinitionCopies } from './DefinitionCopies'
import { DefinitionDetail } from './DefinitionDetail'
import css from './Definitions.module.css'
import { InstallDefinition } from './InstallDefinition'
import { RemoveDefinition } from './RemoveDefinition'
import {
  type Agent,
  type Asked,
  type Copy,
  type Definition,
  labelOf,
  originOf,
  sourceOf,
  stateOf,
  useAgents,
} from './definitionCopies'
import list from '#ui/domain/AgentTargets.module.css'
import { Say, say } from '#ui/lib/say'

/** The agent definitions of this machine, in the order in which they count, and their copies. */
export function Definitions() {
  const query = useQuery(read.agentDefinitions())
  const agents = useAgents()
  const [asked, setAsked] = useState<Asked>()
  const { data } = query
  useCommands(useMemo(() => (data ? commandsOf(data, agents, setAsked) : []), [data, agents]))
  if (!data)
    return query.error ? (
      <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton rows={4} />
    )
  const { definitions, installed, places } = data
  const copiesOf = (definition: Definition): Copy[] =>
    installed.filter(({ name }) => sourceOf(definitions, name) === definition)
  const lost = installed.filter(({ name }) => !sourceOf(definitions, name))
  return (
    <>
      {places.map(
        ({ path, problem }) =>
          problem && (
            <Note key={path} tone="warn">
              <code>{path}</code> {problem}
            </Note>
          ),
      )}
      <ul className={list.list} aria-label={say('Agent definitions')}>
        {definitions.map((definition) => (
          <Row
            key={`${definition.name} ${definition.file ?? ''}`}
            {...{ definition, agents }}
            copies={copiesOf(definition)}
            onAsk={setAsked}
          />
        ))}
      </ul>
      {lost.length > 0 && (
        <div className={list.list}>
          <DefinitionCopies
            {...{ agents }}
            title={say('In agents, without a definition')}
            copies={lost}
            onAsk={setAsked}
          />
        </div>
      )}
      {!definitions.some(({ scope }) => scope === 'person') && (
        <p className="muted">
          <Say
            text={`For one of your own, put a file such as <code>researcher.yaml</code> into the folder
            <code>agents</code> of the home folder.`}
            values={{ code: (inner) => <code>{inner}</code> }}
          />
        </p>
      )}
      <p className="muted">{say('Try one in a terminal:')}</p>
      <CopyableText
        text={say('apprentice agents run --agent explore -m "What is in this folder?" --folder .')}
      />
      <AskedDialog {...{ asked, agents, definitions, installed }} onAsk={setAsked} />
    </>
  )
}

interface RowProps {
  definition: Definition
  copies: readonly Copy[]
  agents: readonly Agent[]
  onAsk(asked: Asked): void
}

function Row({ definition, copies, agents, onAsk }: RowProps) {
  const { name, description, file, findings, usable, hidden_by } = definition
  const errors = findings.filter(({ severity }) => severity === 'error')
  return (
    <li className={css.row}>
      <div className={list.words}>
        <span className={list.name}>
          {name} <Badge>{originOf(definition, agents)}</Badge>
          {hidden_by ? (
            <Badge>{say('hidden')}</Badge>
          ) : (
            !usable && <Badge tone="bad">{say('has errors')}</Badge>
          )}
        </span>
        <span className="muted">{description}</span>
        {file && <code className={list.path}>{file}</code>}
        {hidden_by && (
          <span className={list.path}>
            <Say
              text={'Another one comes first: {hiddenBy}'}
              values={{ hiddenBy: <code>{hidden_by}</code> }}
            />
          </span>
        )}
        {errors.map(({ code, message }) => (
          <span key={code + message} className="muted">
            {message}
          </span>
        ))}
      </div>
      {!hidden_by && (
        <div className={css.buttons}>
          <Button
            look="ghost"
            aria-label={say('Show {name}', { name })}
            onClick={() => onAsk({ what: 'show', name })}
          >
            {say('Show')}
          </Button>
          {usable && (
            <Button
              aria-label={say('Install {name}', { name })}
              onClick={() => onAsk({ what: 'install', definition })}
            >
              {say('Install…')}
            </Button>
          )}
        </div>
      )}
      {copies.length > 0 && (
        <DefinitionCopies
          {...{ copies, agents, onAsk }}
          source={definition}
          title={say('{name} in agents', { name })}
        />
      )}
    </li>
  )
}

interface AskedDialogProps {
  asked: Asked | undefined
  agents: readonly Agent[]
  definitions: readonly Definition[]
  installed: readonly Copy[]
  onAsk(asked: Asked | undefined): void
}

function AskedDialog({ asked, agents, definitions, installed, onAsk }: AskedDialogProps) {
  const close = (): void => onAsk(undefined)
  switch (asked?.what) {
    case undefined:
      return null
    case 'show':
      return <DefinitionDetail name={asked.name} agents={agents} onAsk={onAsk} onClose={close} />
    case 'install': {
      const has = installed
        .filter(({ name }) => name === asked.definition.name)
        .map(({ agent_id: id }) => id)
      return <InstallDefinition {...asked} {...{ agents, has }} onClose={close} />
    }
    case 'remove': {
      const { copy } = asked
      return (
        <RemoveDefinition
          copy={copy}
          source={sourceOf(definitions, copy.name)}
          label={labelOf(agents, copy.agent_id)}
          onClose={close}
        />
      )
    }
  }
}

const commandsOf = (
  { definitions, installed }: Schemas['AgentDefinitionsResponse'],
  agents: readonly Agent[],
  ask: (asked: Asked) => void,
): Command[] => [
  ...definitions
    .filter(({ hidden_by }) => !hidden_by)
    .flatMap((definition): Command[] => {
      const { name, usable } = definition
      const show = command(`show ${name}`, say('Show the definition {name}', { name }), () =>
        ask({ what: 'show', name }),
      )
      const install = command(
        `install ${name}`,
        say('Install {name} into an agent', { name }),
        () => ask({ what: 'install', definition }),
      )
      return usable ? [show, install] : [show]
    }),
  ...installed.flatMap((copy): Command[] => {
    const { name, agent_id: agent, file } = copy
    const definition = sourceOf(definitions, name)
    const label = labelOf(agents, agent)
    return stateOf(copy, definition).can.flatMap((what) =>
      what === 'remove'
        ? command(`remove ${file}`, say('Remove {name} from {label}', { name, label }), () =>
            ask({ what, copy }),
          )
        : definition
          ? command(`update ${file}`, say('Update {name} in {label}', { name, label }), () =>
              ask({ what: 'install', definition, agent }),
            )
          : [],
    )
  }),
]

const command = (id: string, label: string, run: () => void): Command => ({
  id: `definition ${id}`,
  label,
  group: 'Review',
  words: say('agent definition'),
  run,
})
