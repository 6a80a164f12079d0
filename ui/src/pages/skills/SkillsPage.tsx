import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ArchiveRestore, FileArchive, RefreshCw, SearchCheck } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { toast } from 'sonner'
import { Header } from '#ui/shell/Header'
import { type Command, useCommands } from '#ui/shell/commands'
import { askWhichFits } from '#ui/shell/overlays'
import * as read from '#ui/backend/queries'
import type { Skill } from '#ui/backend/skillList'
import type { Schemas } from '#ui/backend/types'
import { Button, IconButton } from '#ui/components/Button'
import { Drawer } from '#ui/shell/Drawer'
import { ErrorNote } from '#ui/components/ErrorNote'
import type { MenuItems } from '#ui/components/Menu'
import { Page } from '#ui/components/Page'
import { Skeleton } from '#ui/components/Skeleton'
import { copyToClipboard } from '#ui/components/copyToClipboard'
import { Filters } from './Filters'
import { RemovedDialog } from './RemovedDialog'
import { SelectionBar } from './SelectionBar'
import css from './SkillsPage.module.css'
import { SkillsTable } from './SkillsTable'
import { useCategoryEntries } from './SkillCategories'
import { SkillDrawer, type SkillTab, TABS } from './drawer/SkillDrawer'
import { allowing } from './skillActions'
import { wordsOf } from './skillFilter'
import { NoMatchingSkills, NoSkills } from './SkillsEmptyStates'
import { NO_SELECTION } from '#ui/components/selection'
import { Say, say } from '#ui/lib/say'
import { useSkillsCommands } from './useSkillsCommands'
import { type SkillsView, useSkillsPage } from './useSkillsPage'
import { type SkillActions, useSkillActions } from './useSkillActions'

/** Every skill that the agents on this machine can read, and every ability. */
export function SkillsPage() {
  const navigate = useNavigate()
  const view = useSkillsPage()
  const skillActions = useSkillActions()
  const abilities = useQuery(read.abilities())
  const searchBox = useRef<HTMLInputElement>(null)
  const { list, shown, search, setSearch } = view
  const [removed, showRemoved] = useState(false)
  useSkillsCommands(view, skillActions, searchBox)
  useCommands(
    useMemo<Command[]>(
      () => [
        {
          id: 'removed skills',
          label: say('Restore removed skills'),
          group: 'Review',
          words: say('undo bring back deleted'),
          run: () => showRemoved(true),
        },
      ],
      [],
    ),
  )
  const entries = useCategoryEntries()
  const menuOf = (skill: Skill): MenuItems => {
    // If the row is selected, the menu is for all selected rows.
    const affected = view.selection.ids.has(skill.item_id) ? view.chosenSkills : [skill]
    const opening: MenuItems =
      affected.length > 1
        ? []
        : [{ label: say('Open'), keys: 'enter', onSelect: () => view.open(skill) }, 'line']
    const copying: MenuItems =
      affected.length > 1
        ? []
        : [
            'line',
            { label: say('Copy the name'), onSelect: () => void copyToClipboard(skill.name) },
            ...(skill.path
              ? [
                  {
                    label: say('Copy the folder'),
                    onSelect: () => void copyToClipboard(skill.path ?? ''),
                  },
                ]
              : []),
          ]
    return [...opening, ...entries(affected), ...skillActions.menuItems(affected), ...copying]
  }
  const remove = (affected: readonly Skill[]): void => {
    const own = allowing(affected, 'remove')
    if (own.length > 0) skillActions.openBatchDialog('remove', own)
    else toast(say('Skills that came with an agent or are pinned cannot be removed here.'))
  }
  const opened = useOpened(list?.skills, search.open)
  return (
    <>
      <Header
        title={say('Skills')}
        aside={
          <span className={css.aside}>
            <Button icon={<SearchCheck size={14} />} onClick={() => askWhichFits()}>
              {say('Which ability fits this?')}
            </Button>
            <Button
              icon={<FileArchive size={14} />}
              onClick={() => void navigate({ to: '/skills/import' })}
            >
              {say('Import')}
            </Button>
            <IconButton label={say('Removed skills')} onClick={() => showRemoved(true)}>
              <ArchiveRestore size={14} />
            </IconButton>
            <IconButton label={say('Refresh')} onClick={view.refresh} disabled={view.fetching}>
              <RefreshCw size={14} />
            </IconButton>
          </span>
        }
      >
        {/* Without skills there is nothing to filter. */}
        {list?.skills.length !== 0 && <Filters view={view} searchBox={searchBox} />}
      </Header>
      {!list ? (
        <Page label={say('Skills')}>
          {view.error ? (
            <ErrorNote error={view.error} onRetry={view.refresh} />
          ) : (
            <Skeleton rows={10} />
          )}
        </Page>
      ) : list.skills.length === 0 ? (
        <NoSkills />
      ) : (
        <div className={css.body}>
          <p role="status" className={css.note}>
            {list.note ?? ''}
          </p>
          {/* §0C.11B: says that the data is being refreshed. Its own line keeps the rows from
              moving under the mouse. */}
          <p role="status" className={css.renewing}>
            {abilities.data?.stale ? say('refreshing abilities...') : ''}
          </p>
          {shown.length === 0 ? (
            <NoMatchingSkills view={view} />
          ) : (
            <SkillsTable
              skills={shown}
              opened={search.open}
              sort={view.filter.sort}
              selection={view.selection}
              excerpts={view.excerpts}
              words={wordsOf(view.typed)}
              categoriesOf={view.categoriesOf}
              onSort={(sort) => setSearch({ sort: sort === 'name' ? undefined : sort })}
              onSelect={view.select}
              onOpen={view.open}
              onRemove={(skill) =>
                remove(view.selection.ids.has(skill.item_id) ? view.chosenSkills : [skill])
              }
              onImprove={skillActions.improve}
              menuOf={menuOf}
            />
          )}
          {view.selection.ids.size > 0 && (
            <SelectionBar
              skills={view.chosenSkills}
              skillActions={skillActions}
              entries={entries}
              onClear={() => view.select(NO_SELECTION)}
            />
          )}
          <SkippedFolders skipped={list.skipped} />
        </div>
      )}
      {opened && (
        <OpenSkill key={search.open} view={view} skillActions={skillActions} skill={opened} />
      )}
      {search.open && list && !opened && (
        <Drawer title={say('Not found')} onClose={() => view.open(undefined)}>
          <p className="muted">
            <Say
              text={'There is no skill at {open}. It may have been removed or renamed.'}
              values={{ open: <code>{search.open}</code> }}
            />
          </p>
        </Drawer>
      )}
      {skillActions.dialogs}
      {removed && <RemovedDialog onClose={() => showRemoved(false)} />}
    </>
  )
}

/**
 * Finds the open skill by folder or id. An ability that was opened by its folder stays open when
 * that folder is removed.
 */
function useOpened(
  skills: readonly Skill[] | undefined,
  open: string | undefined,
): Skill | undefined {
  const [known, setKnown] = useState<{ open: string; id: string }>()
  const found = useMemo(() => {
    if (open === undefined) return undefined
    const there = skills?.find((skill) => skill.path === open || skill.item_id === open)
    return (
      there ??
      (known?.open === open ? skills?.find((skill) => skill.item_id === known.id) : undefined)
    )
  }, [skills, open, known])
  if (open !== undefined && found && (known?.open !== open || known.id !== found.item_id))
    setKnown({ open, id: found.item_id })
  return found
}

function OpenSkill({
  view,
  skillActions,
  skill,
}: {
  view: SkillsView
  skillActions: SkillActions
  skill: Skill
}) {
  const { setSearch } = view
  const tab = TABS.find((known) => known === view.search.tab) ?? 'text'
  const onTab = useCallback(
    (next: SkillTab) => setSearch({ tab: next === 'text' ? undefined : next }),
    [setSearch],
  )
  return (
    <SkillDrawer
      skill={skill}
      tab={tab}
      skillActions={skillActions}
      onTab={onTab}
      onOpen={view.open}
      onClose={() => view.open(undefined)}
    />
  )
}

/** Folders that were found but could not be read. */
function SkippedFolders({ skipped }: { skipped: ReadonlyArray<Schemas['SkippedSkill']> }) {
  if (skipped.length === 0) return null
  return (
    <details className={css.skipped}>
      <summary>
        {say('{count, plural, one {# folder was skipped} other {# folders were skipped}}', {
          count: skipped.length,
        })}
      </summary>
      <ul className={css.list}>
        {skipped.slice(0, 200).map((folder) => (
          <li key={folder.path}>
            <code>{folder.path}</code> <span className="muted">{folder.message}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
