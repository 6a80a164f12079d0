import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { Dialog } from 'radix-ui'
import * as read from '../backend/queries'
import { Keys } from '../components/Keys'
import { titleOf } from '../domain/states'
import css from './Palette.module.css'
import { useAllCommands } from './commands'
import { showOverlay, useOverlay } from './overlays'

const GROUPS = ['Watching', 'Review', 'Learn', 'Go to', 'View'] as const

export function Palette() {
  const open = useOverlay() === 'palette'
  return (
    <Dialog.Root open={open} onOpenChange={(next) => showOverlay(next ? 'palette' : undefined)}>
      <Dialog.Portal>
        <Dialog.Overlay className={css.overlay} />
        <Dialog.Content className={css.box} aria-describedby={undefined}>
          <Dialog.Title className="sr">Commands</Dialog.Title>
          <Command label="Commands" loop>
            <Command.Input placeholder="Search or run a command" className={css.input} autoFocus />
            <Command.List className={css.list}>
              <Command.Empty className={css.none}>Nothing by that name. Try another word.</Command.Empty>
              {GROUPS.map((group) => (
                <Commands key={group} group={group} />
              ))}
              <Things />
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function choose(run: () => void): () => void {
  return () => {
    showOverlay(undefined)
    run()
  }
}

function Commands({ group }: { group: (typeof GROUPS)[number] }) {
  const commands = useAllCommands().filter((command) => command.group === group)
  if (commands.length === 0) return null
  return (
    <Command.Group heading={group} className={css.group}>
      {commands.map((command) => (
        <Command.Item key={command.id} value={command.id} keywords={[command.label, command.words ?? '']} className={css.item} onSelect={choose(command.run)}>
          {command.label}
          {command.keys && <Keys keys={command.keys} />}
        </Command.Item>
      ))}
    </Command.Group>
  )
}

/** Proposals, sessions and skills by name. */
function Things() {
  const navigate = useNavigate()
  const proposals = useQuery(read.proposals()).data?.proposals ?? []
  const sessions = useQuery(read.sessions()).data?.sessions ?? []
  const skills = useQuery(read.skills()).data?.skills ?? []
  const bare = sessions.filter((session) => !session.proposal_id)
  return (
    <>
      <Command.Group heading="Abilities" className={css.group}>
        {proposals.slice(0, 50).map((proposal) => (
          <Item
            key={proposal.proposal_id}
            id={proposal.proposal_id}
            label={proposal.title}
            kind="Proposal"
            onSelect={() => void navigate({ to: '/learn/pending/$proposalId', params: { proposalId: proposal.proposal_id } })}
          />
        ))}
        {bare.slice(0, 20).map((session) => (
          <Item key={session.learn_session_id} id={session.learn_session_id} label={titleOf(session)} kind="Session" onSelect={() => void navigate({ to: '/learn/history', search: { open: session.learn_session_id } })} />
        ))}
      </Command.Group>
      <Command.Group heading="Skills" className={css.group}>
        {skills.slice(0, 300).map((skill) => (
          <Item key={skill.path} id={skill.path} label={skill.name} kind="Skill" onSelect={() => void navigate({ to: '/skills', search: { open: skill.path } })} />
        ))}
      </Command.Group>
    </>
  )
}

function Item({ id, label, kind, onSelect }: { id: string; label: string; kind: string; onSelect(): void }) {
  return (
    <Command.Item value={id} keywords={[label]} className={css.item} onSelect={choose(onSelect)}>
      <span className="clip">{label}</span>
      <span className={css.kind}>{kind}</span>
    </Command.Item>
  )
}
