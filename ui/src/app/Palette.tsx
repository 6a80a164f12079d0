import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { Search } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import * as read from '#ui/backend/queries'
import { Shortcut } from '#ui/components/Shortcut'
import { titleOf } from '#ui/domain/sessionStates'
import css from './Palette.module.css'
import { GROUPS, useAllCommands } from '#ui/shell/commands'
import { askWhichFits, showOverlay, useOverlay } from '#ui/shell/overlays'
import { paletteFit } from '#ui/shell/paletteFit'
import { say } from '#ui/lib/say'

const ORDER = ['Watching', 'Review', 'Learn', 'Go to', 'View'] as const

/** Matches the label and keywords of a row, never its id. */
const byWords = (_id: string, search: string, [label = '', words = '']: string[] = []): number =>
  paletteFit(label, words, search)

export function Palette() {
  const open = useOverlay() === 'palette'
  return (
    <Dialog.Root open={open} onOpenChange={(next) => showOverlay(next ? 'palette' : undefined)}>
      <Dialog.Portal>
        <Dialog.Overlay className={css.overlay} />
        <Dialog.Content className={css.box} aria-describedby={undefined}>
          <Dialog.Title className="sr">{say('Commands')}</Dialog.Title>
          <PaletteCommands />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function PaletteCommands() {
  const [search, setSearch] = useState('')
  return (
    <Command label={say('Commands')} loop filter={byWords}>
      <div className={css.search}>
        <Search size={15} aria-hidden />
        <Command.Input
          placeholder={say('Search or run a command')}
          className={css.input}
          value={search}
          onValueChange={setSearch}
          autoFocus
        />
      </div>
      <Command.Empty className={css.none}>
        {say('No command or skill has this name.')}
      </Command.Empty>
      <Command.List className={css.list}>
        {ORDER.map((group) => (
          <Commands key={group} group={group} />
        ))}
        <SearchResults search={search} />
        {search.trim() !== '' && (
          <Command.Group heading={say('Find an ability')} className={css.group} forceMount>
            <Command.Item
              value="which fits typed"
              className={css.item}
              forceMount
              onSelect={() => askWhichFits(search.trim())}
            >
              <span className="clip">
                {say('Which ability fits “{search}”?', { search: search.trim() })}
              </span>
            </Command.Item>
          </Command.Group>
        )}
      </Command.List>
    </Command>
  )
}

function choose(run: () => void): () => void {
  return () => {
    showOverlay(undefined)
    run()
  }
}

function Commands({ group }: { group: (typeof ORDER)[number] }) {
  const commands = useAllCommands().filter((command) => command.group === group)
  return (
    <Group heading={GROUPS[group]} empty={commands.length === 0}>
      {commands.map((command) => (
        <Command.Item
          key={command.id}
          value={command.id}
          keywords={[command.label, command.words ?? '']}
          className={css.item}
          onSelect={choose(command.run)}
        >
          {command.label}
          {command.keys && <Shortcut keys={command.keys} />}
        </Command.Item>
      ))}
    </Group>
  )
}

/**
 * At most this many skills, sessions or proposals are rendered. Typing more brings the best
 * matches.
 */
const MAX_RESULTS = 40

function bestMatches<T>(
  rows: readonly T[],
  search: string,
  nameOf: (row: T) => string,
): readonly T[] {
  if (search.trim() === '') return rows.slice(0, MAX_RESULTS)
  return rows
    .map((row) => ({ row, score: paletteFit(nameOf(row), '', search) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_RESULTS)
    .map(({ row }) => row)
}

/** Proposals, sessions and skills by name. */
function SearchResults({ search }: { search: string }) {
  const navigate = useNavigate()
  const proposals = useQuery(read.proposals()).data?.proposals ?? []
  const sessions = useQuery(read.sessions()).data?.sessions ?? []
  const skills = useQuery(read.skills()).data?.skills ?? []
  const drafts = bestMatches(proposals, search, (proposal) => proposal.title)
  const bare = bestMatches(
    sessions.filter((session) => !session.proposal_id),
    search,
    titleOf,
  )
  const known = bestMatches(skills, search, (skill) => skill.name)
  return (
    <>
      <Group heading={say('Abilities')} empty={drafts.length + bare.length === 0}>
        {drafts.map((proposal) => (
          <Item
            key={proposal.proposal_id}
            id={proposal.proposal_id}
            label={proposal.title}
            kind={say('Proposal')}
            onSelect={() =>
              void navigate({
                to: '/learn/pending/$proposalId',
                params: { proposalId: proposal.proposal_id },
              })
            }
          />
        ))}
        {bare.map((session) => (
          <Item
            key={session.learn_session_id}
            id={session.learn_session_id}
            label={titleOf(session)}
            kind={say('Session')}
            onSelect={() =>
              void navigate({ to: '/learn/history', search: { open: session.learn_session_id } })
            }
          />
        ))}
      </Group>
      <Group heading={say('Skills')} empty={known.length === 0}>
        {known.map((skill) => (
          <Item
            key={skill.item_id}
            id={skill.item_id}
            label={skill.name}
            kind={say('Skill')}
            onSelect={() =>
              void navigate({ to: '/skills', search: { open: skill.path ?? skill.item_id } })
            }
          />
        ))}
      </Group>
    </>
  )
}

function Group({
  heading,
  empty,
  children,
}: {
  heading: string
  empty: boolean
  children: ReactNode
}) {
  if (empty) return null
  return (
    <Command.Group heading={heading} className={css.group}>
      {children}
    </Command.Group>
  )
}

function Item({
  id,
  label,
  kind,
  onSelect,
}: {
  id: string
  label: string
  kind: string
  onSelect(): void
}) {
  return (
    <Command.Item value={id} keywords={[label]} className={css.item} onSelect={choose(onSelect)}>
      <span className="clip">{label}</span>
      <span className={css.kind}>{kind}</span>
    </Command.Item>
  )
}
