import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { toast } from 'sonner'
import * as act from '#ui/backend/mutations'
import type { Skill } from '#ui/backend/skillList'
import { offerUndo } from '#ui/lib/undo'
import { transport } from '#ui/backend/transport'
import type { Schemas, SkillAction } from '#ui/backend/types'
import { Button } from '#ui/components/Button'
import { AskDialog, ConfirmDialog, Dialog } from '#ui/components/Dialog'
import type { MenuItem } from '#ui/components/Menu'
import { USE_AS_EXAMPLE, useShowExample } from '#ui/domain/useExample'
import { copyToClipboard } from '#ui/components/copyToClipboard'
import { locale, say } from '#ui/lib/say'
import { BatchDialog, Results } from './BatchDialog'
import css from './BatchDialog.module.css'
import type { SkillsSearch } from './searchParams'
import {
  type BatchOperation,
  REIMPORT_HINT,
  abilityIds,
  allowing,
  desktopLink,
  countSkills,
  describeSkills,
  pathsOf,
  placesWarning,
} from './skillActions'

type OpenDialog =
  | { what: BatchOperation | 'quarantine' | 'deactivate' | 'promote'; skills: readonly Skill[] }
  | undefined
type FailedBatch = Array<Schemas['SkillResult']> | undefined

export interface SkillActions {
  /** The possible actions for these skills, in menu order. */
  menuItems(skills: readonly Skill[]): MenuItem[]
  openBatchDialog(what: BatchOperation, skills: readonly Skill[]): void
  improve(skill: Skill): void
  dialogs: ReactNode
}

const improvable = ({ actions }: Skill): boolean =>
  actions.includes('improve') || actions.includes('edit')

/** What takes a change back. The engine asks why something is quarantined, so that is not offered. */
const INVERSE: Partial<Record<act.AbilityChange, { what: act.AbilityChange; title: string }>> = {
  activate: { what: 'deactivate', title: say('Deactivated') },
  deactivate: { what: 'activate', title: say('Activated') },
  quarantine: { what: 'unquarantine', title: say('Taken out of quarantine') },
}

const emptyResult = (skill: Skill): Schemas['SkillResult'] => ({
  path: skill.path ?? skill.item_id,
  name: skill.name,
  ok: false,
  code: null,
  can_force: false,
  can_accept_risk: false,
  message: '',
  diff: '',
  findings: [],
  undo: null,
})
const failedResult = (skill: Skill, why: unknown): Schemas['SkillResult'] => ({
  ...emptyResult(skill),
  message: why instanceof Error ? why.message : String(why),
})

/**
 * The actions for one or several skills. The menu, the selection bar, the drawer and the palette
 * share them.
 */
export function useSkillActions(): SkillActions {
  const [asked, ask] = useState<OpenDialog>()
  const [failed, setFailed] = useState<FailedBatch>()
  const navigate = useNavigate()
  // The functions are destructured, because they are stable and the objects around them are not.
  const { mutateAsync: decide, isPending: deciding } = useMutation(act.changeAbilities())
  const { mutateAsync: turn, isPending: turning } = useMutation(act.switchSkills())
  const { mutateAsync: pin } = useMutation(act.batchSkills('pin'))
  const { mutateAsync: unpin } = useMutation(act.batchSkills('unpin'))
  const { mutate: openFolder } = useMutation(act.openFolder())
  const { show: showExample } = useShowExample()
  const close = useCallback(() => ask(undefined), [])

  const { menuItems, improve, changeState, showErrors } = useMemo(() => {
    /** `undo` reverts what succeeded. Absent: the action cannot be undone. */
    const showResults = (
      title: string,
      results: Array<Schemas['SkillResult']>,
      undo?: (names: ReadonlySet<string>) => Promise<void>,
    ): void => {
      const good = results.filter((result) => result.ok)
      if (good.length < results.length) setFailed(results)
      if (good.length === 0) return
      const says = say('{skills}: {done}.', {
        skills: describeSkills(good),
        done: title.toLocaleLowerCase(locale()),
      })
      const names = new Set(good.map(({ name }) => name))
      if (undo) offerUndo(says, () => showErrors(undo(names)))
      else toast(says)
    }
    const named = (skills: readonly Skill[], names: ReadonlySet<string>): readonly Skill[] =>
      skills.filter(({ name }) => names.has(name))
    const changeState = async (
      title: string,
      skills: readonly Skill[],
      what: act.AbilityChange,
      reason?: string,
      undone = false,
    ): Promise<void> => {
      const abilities = skills.filter((skill) => skill.ability_id)
      const plain = skills.filter((skill) => !skill.ability_id)
      const {
        failed: failures,
        places,
        gates,
      } = abilities.length > 0
        ? await decide({ ids: abilityIds(abilities), what, reason })
        : { failed: [], places: [], gates: [] }
      const left = placesWarning(places)
      if (left) toast.warning(left)
      for (const message of new Set(gates)) toast.warning(message)
      const results = abilities.map((skill): Schemas['SkillResult'] => {
        const why = failures.find(({ id }) => id === skill.ability_id)?.why
        return why === undefined ? { ...emptyResult(skill), ok: true } : failedResult(skill, why)
      })
      // The other skills are still processed when the request for abilities fails.
      if (plain.length > 0)
        results.push(
          ...(await turn({ paths: pathsOf(plain), enabled: what === 'activate' }).then(
            (answer) => answer.results,
            (thrown: unknown) => plain.map((skill) => failedResult(skill, thrown)),
          )),
        )
      const back = undone ? undefined : INVERSE[what]
      showResults(
        title,
        results,
        back &&
          ((names) => changeState(back.title, named(skills, names), back.what, undefined, true)),
      )
    }
    const runOnSkills = async (
      title: string,
      skills: readonly Skill[],
      work: typeof pin,
      undo?: (names: ReadonlySet<string>) => Promise<void>,
    ): Promise<void> =>
      showResults(title, (await work({ paths: pathsOf(skills), apply: true })).results, undo)
    const setPinned = (pinned: boolean, skills: readonly Skill[], undone = false): Promise<void> =>
      runOnSkills(
        pinned ? say('Pinned') : say('Unpinned'),
        skills,
        pinned ? pin : unpin,
        undone ? undefined : (names) => setPinned(!pinned, named(skills, names), true),
      )
    const showErrors = (work: Promise<void>): void =>
      void work.catch((thrown: unknown) =>
        toast.error(thrown instanceof Error ? thrown.message : String(thrown)),
      )

    /**
     * A taught ability is improved by a draft, any other skill in the editor. If its text is locked,
     * the editor says why.
     */
    const improve = (skill: Skill): void => {
      if (skill.actions.includes('improve'))
        void navigate({
          to: '/learn/new',
          search: { mode: 'improving_existing_skill', skill: skill.ability_id },
        })
      else if (skill.path !== undefined)
        void navigate({
          to: '/skills',
          search: (before: SkillsSearch) => ({ ...before, open: skill.path, tab: 'edit' }),
          replace: true,
        })
      // A disabled imported ability has no folder, so there is no text to show.
      else
        toast(REIMPORT_HINT, {
          action: { label: say('Import'), onClick: () => void navigate({ to: '/skills/import' }) },
        })
    }
    const menuItems = (skills: readonly Skill[]): MenuItem[] => {
      const items: MenuItem[] = []
      const add = (
        action: SkillAction,
        item: Omit<MenuItem, 'onSelect'>,
        run: (fitting: readonly Skill[]) => void,
      ): void => {
        const fitting = allowing(skills, action)
        if (fitting.length > 0) items.push({ ...item, onSelect: () => run(fitting) })
      }
      add('activate', { label: say('Activate') }, (all) =>
        showErrors(changeState(say('Activated'), all, 'activate')),
      )
      add('deactivate', { label: say('Deactivate') }, (all) =>
        ask({ what: 'deactivate', skills: all }),
      )
      add('quarantine', { label: say('Quarantine…') }, (all) =>
        ask({ what: 'quarantine', skills: all }),
      )
      add('unquarantine', { label: say('Unquarantine') }, (all) =>
        showErrors(changeState(say('Taken out of quarantine'), all, 'unquarantine')),
      )
      add('promote_shared', { label: say('Promote to shared…') }, (all) =>
        ask({ what: 'promote', skills: all }),
      )
      const [only] = skills
      if (skills.length === 1 && only && improvable(only))
        items.push({ label: say('Improve'), keys: 'e', onSelect: () => improve(only) })
      const example = only?.actions.includes('use_as_example') ? only.ability_id : undefined
      if (skills.length === 1 && example)
        items.push({ label: USE_AS_EXAMPLE, onSelect: () => showExample(example) })
      add('pin', { label: say('Pin') }, (all) => showErrors(setPinned(true, all)))
      add('unpin', { label: say('Unpin') }, (all) => showErrors(setPinned(false, all)))
      add('update', { label: say('Update…') }, (all) => ask({ what: 'update', skills: all }))
      add('fix', { label: say('Fix…') }, (all) => ask({ what: 'fix', skills: all }))
      const folder = skills.length === 1 ? skills[0]?.path : undefined
      if (folder && transport().desktop)
        items.push({ label: say('Open folder'), onSelect: () => openFolder(folder) })
      items.push({
        label: skills.length === 1 ? say('Copy link') : say('Copy links'),
        onSelect: () =>
          void copyToClipboard(skills.map(desktopLink).join('\n')).then(() =>
            toast(
              skills.length === 1
                ? say('Link copied.')
                : say('{count} links copied.', { count: skills.length }),
            ),
          ),
      })
      add('remove', { label: say('Remove…'), danger: true }, (all) =>
        ask({ what: 'remove', skills: all }),
      )
      return items
    }
    return { menuItems, improve, changeState, showErrors }
  }, [decide, turn, pin, unpin, openFolder, navigate, showExample])

  const dialogs = (
    <>
      {asked && (asked.what === 'update' || asked.what === 'remove' || asked.what === 'fix') && (
        <BatchDialog what={asked.what} skills={asked.skills} onClose={close} />
      )}
      <ConfirmDialog
        open={asked?.what === 'deactivate'}
        onClose={close}
        title={say(
          '{count, plural, =1 {Deactivate {name}?} other {Deactivate # skills?}}',
          countSkills(asked?.skills ?? []),
        )}
        description={say(`Agents are no longer routed to the abilities, which are removed from their folders,
            until you activate them again. Other skills are switched off in the configuration of
            their agent.`)}
        keep={say('Keep active')}
        action={say('Deactivate')}
        danger
        busy={deciding || turning}
        onConfirm={() =>
          asked &&
          showErrors(changeState(say('Deactivated'), asked.skills, 'deactivate').finally(close))
        }
      />
      <AskDialog
        open={asked?.what === 'quarantine'}
        onClose={close}
        title={say(
          '{count, plural, =1 {Quarantine {name}?} other {Quarantine # skills?}}',
          countSkills(asked?.skills ?? []),
        )}
        description={say(`Agents cannot find or use them, and they are removed from their folders, until you
            take them out of quarantine.`)}
        label={say('Why?')}
        placeholder={say('It posted to the wrong page')}
        maxLength={240}
        action={say('Quarantine')}
        danger
        busy={deciding}
        onAnswer={(reason) =>
          asked &&
          showErrors(
            changeState(say('Quarantined'), asked.skills, 'quarantine', reason).finally(close),
          )
        }
      />
      <ConfirmDialog
        open={asked?.what === 'promote'}
        onClose={close}
        title={say(
          `{count, plural, =1 {Share {name} beyond this workspace?}
          other {Share # skills beyond this workspace?}}`,
          countSkills(asked?.skills ?? []),
        )}
        description={say(`Agents are offered shared abilities before abilities of this workspace. Sharing a
            private ability also approves it.`)}
        keep={say('Keep it here')}
        action={say('Promote to shared')}
        busy={deciding}
        onConfirm={() =>
          asked &&
          showErrors(changeState(say('Promoted to shared'), asked.skills, 'promote').finally(close))
        }
      />
      <Dialog
        open={failed !== undefined}
        onClose={() => setFailed(undefined)}
        title={say('Some changes failed')}
        wide
      >
        <Results results={failed ?? []} done />
        <footer className={css.foot}>
          <Button look="ghost" onClick={() => setFailed(undefined)}>
            {say('Close')}
          </Button>
        </footer>
      </Dialog>
    </>
  )
  const openBatchDialog = useCallback(
    (what: BatchOperation, skills: readonly Skill[]) => ask({ what, skills }),
    [],
  )
  return { menuItems, improve, openBatchDialog, dialogs }
}
