import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { toast } from 'sonner'
import * as act from '#ui/backend/mutations'
import type { Skill } from '#ui/backend/shelf'
import { transport } from '#ui/backend/transport'
import type { Schemas } from '#ui/backend/types'
import { Button } from '#ui/components/Button'
import { AskDialog, ConfirmDialog, Dialog } from '#ui/components/Dialog'
import type { MenuItem } from '#ui/components/Menu'
import { copyText } from '#ui/components/copyText'
import { BatchDialog, Results } from './BatchDialog'
import css from './BatchDialog.module.css'
import type { SkillsSearch } from './address'
import {
  type Batch,
  IMPORTED_ANEW,
  abilitiesOf,
  deedsFor,
  isTaught,
  linkTo,
  named,
  pathsOf,
  whatIsLeft,
} from './works'

type Asked =
  { what: Batch | 'quarantine' | 'deactivate' | 'promote'; skills: readonly Skill[] } | undefined
type Failed =
  { title: string; results: Array<Schemas['SkillResult']>; skills: readonly Skill[] } | undefined

export interface Works {
  /** What can be done to these, in the order of menus. */
  offers(skills: readonly Skill[]): MenuItem[]
  ask(what: Batch, skills: readonly Skill[]): void
  improve(skill: Skill): void
  dialogs: ReactNode
}

const answered = (skill: Skill): Schemas['SkillResult'] => ({
  path: skill.path ?? skill.item_id,
  name: skill.name,
  ok: false,
  code: null,
  message: '',
  diff: '',
  findings: [],
  undo: null,
})
const refused = (skill: Skill, why: unknown): Schemas['SkillResult'] => ({
  ...answered(skill),
  message: why instanceof Error ? why.message : String(why),
})

/**
 * Deeds for one skill or for many, the same from the menu, the bar of the chosen, the drawer and
 * the palette.
 */
export function useWorks(): Works {
  const [asked, ask] = useState<Asked>()
  const [failed, setFailed] = useState<Failed>()
  const navigate = useNavigate()
  // Named apart, since these stay the same from one drawing to the next and the objects around them
  // do not.
  const { mutateAsync: decide, isPending: deciding } = useMutation(act.decideAbilities())
  const { mutateAsync: turn, isPending: turning } = useMutation(act.switchSkills())
  const { mutateAsync: pin } = useMutation(act.workOnSkills('pin'))
  const { mutateAsync: unpin } = useMutation(act.workOnSkills('unpin'))
  const { mutate: openFolder } = useMutation(act.openFolder())
  const close = useCallback(() => ask(undefined), [])

  const { offers, improve, decided, safely } = useMemo(() => {
    const tell = (
      title: string,
      skills: readonly Skill[],
      results: Array<Schemas['SkillResult']>,
    ): void => {
      const bad = results.filter((result) => !result.ok)
      if (bad.length > 0) setFailed({ title, results, skills })
      const good = results.length - bad.length
      if (good > 0)
        toast(
          `${named(good === 1 ? results.filter((result) => result.ok) : Array.from({ length: good }, () => ({ name: '' })))}: ${title.toLowerCase()}.`,
        )
    }
    const decided = async (
      title: string,
      skills: readonly Skill[],
      what: act.Decision,
      reason?: string,
    ): Promise<void> => {
      const abilities = skills.filter((skill) => skill.ability_id)
      const plain = skills.filter((skill) => !skill.ability_id)
      const { failed: failures, places } =
        abilities.length > 0
          ? await decide({ ids: abilitiesOf(abilities), what, reason })
          : { failed: [], places: [] }
      const left = whatIsLeft(places)
      if (left) toast.warning(left)
      const results = abilities.map((skill): Schemas['SkillResult'] => {
        const why = failures.find(({ id }) => id === skill.ability_id)?.why
        return why === undefined ? { ...answered(skill), ok: true } : refused(skill, why)
      })
      // What becomes of the others is told too, when these cannot even be asked for.
      if (plain.length > 0)
        results.push(
          ...(await turn({ paths: pathsOf(plain), enabled: what === 'activate' }).then(
            (answer) => answer.results,
            (thrown: unknown) => plain.map((skill) => refused(skill, thrown)),
          )),
        )
      tell(title, skills, results)
    }
    const worked = async (
      title: string,
      skills: readonly Skill[],
      work: typeof pin,
    ): Promise<void> =>
      tell(title, skills, (await work({ paths: pathsOf(skills), apply: true })).results)
    const safely = (work: Promise<void>): void =>
      void work.catch((thrown: unknown) =>
        toast.error(thrown instanceof Error ? thrown.message : String(thrown)),
      )

    /** What was taught becomes a draft; any other skill is improved where its text is. */
    const improve = (skill: Skill): void => {
      if (isTaught(skill))
        void navigate({
          to: '/learn/new',
          search: { mode: 'improving_existing_skill', skill: skill.ability_id },
        })
      else if (deedsFor([skill]).improve.length > 0)
        void navigate({
          to: '/skills',
          search: (before: SkillsSearch) => ({ ...before, open: skill.path, tab: 'edit' }),
          replace: true,
        })
      // An imported ability that is off stands in no folder whose text could be shown.
      else if (skill.ability_id !== undefined)
        toast(IMPORTED_ANEW, {
          action: { label: 'Import', onClick: () => void navigate({ to: '/skills/import' }) },
        })
      else toast('What came with an agent is not changed here.')
    }
    const offers = (skills: readonly Skill[]): MenuItem[] => {
      const deeds = deedsFor(skills)
      const items: MenuItem[] = []
      const add = (
        fitting: readonly Skill[],
        item: Omit<MenuItem, 'onSelect'>,
        run: (fitting: readonly Skill[]) => void,
      ): void => {
        if (fitting.length > 0) items.push({ ...item, onSelect: () => run(fitting) })
      }
      add(deeds.activate, { label: 'Activate' }, (all) =>
        safely(decided('Activated', all, 'activate')),
      )
      add(deeds.deactivate, { label: 'Deactivate' }, (all) =>
        ask({ what: 'deactivate', skills: all }),
      )
      add(deeds.quarantine, { label: 'Quarantine…' }, (all) =>
        ask({ what: 'quarantine', skills: all }),
      )
      add(deeds.unquarantine, { label: 'Unquarantine' }, (all) =>
        safely(decided('Taken out of quarantine', all, 'unquarantine')),
      )
      add(deeds.promote, { label: 'Promote to shared…' }, (all) =>
        ask({ what: 'promote', skills: all }),
      )
      const [only] = deeds.improve
      if (skills.length === 1 && only)
        items.push({ label: 'Improve', keys: 'e', onSelect: () => improve(only) })
      add(deeds.pin, { label: 'Pin' }, (all) => safely(worked('Pinned', all, pin)))
      add(deeds.unpin, { label: 'Unpin' }, (all) => safely(worked('Unpinned', all, unpin)))
      add(deeds.update, { label: 'Update…' }, (all) => ask({ what: 'update', skills: all }))
      add(deeds.fix, { label: 'Fix…' }, (all) => ask({ what: 'fix', skills: all }))
      const folder = skills.length === 1 ? skills[0]?.path : undefined
      if (folder && transport().desktop)
        items.push({ label: 'Open folder', onSelect: () => openFolder(folder) })
      items.push({
        label: skills.length === 1 ? 'Copy link' : 'Copy links',
        onSelect: () =>
          void copyText(skills.map(linkTo).join('\n')).then(() =>
            toast(skills.length === 1 ? 'Link copied.' : `${skills.length} links copied.`),
          ),
      })
      add(deeds.remove, { label: 'Remove…', danger: true }, (all) =>
        ask({ what: 'remove', skills: all }),
      )
      return items
    }
    return { offers, improve, decided, safely }
  }, [decide, turn, pin, unpin, openFolder, navigate])

  const noSwitch = failed?.results.filter((result) => result.code === 'NO_SWITCH') ?? []
  const dialogs = (
    <>
      {asked && (asked.what === 'update' || asked.what === 'remove' || asked.what === 'fix') && (
        <BatchDialog what={asked.what} skills={asked.skills} onClose={close} />
      )}
      <ConfirmDialog
        open={asked?.what === 'deactivate'}
        onClose={close}
        title={`Deactivate ${named(asked?.skills ?? [])}?`}
        description="Agents are no longer routed to abilities, and find them in no folder, until you activate them again. A skill that is no ability is switched off where its agent has a setting for that."
        keep="Keep active"
        action="Deactivate"
        danger
        busy={deciding || turning}
        onConfirm={() =>
          asked && safely(decided('Deactivated', asked.skills, 'deactivate').finally(close))
        }
      />
      <AskDialog
        open={asked?.what === 'quarantine'}
        onClose={close}
        title={`Quarantine ${named(asked?.skills ?? [])}?`}
        description="Taken out of use, of every search and of the agents’ folders until you take it out of quarantine."
        label="Why?"
        placeholder="It posted to the wrong page"
        maxLength={240}
        action="Quarantine"
        danger
        busy={deciding}
        onAnswer={(reason) =>
          asked && safely(decided('Quarantined', asked.skills, 'quarantine', reason).finally(close))
        }
      />
      <ConfirmDialog
        open={asked?.what === 'promote'}
        onClose={close}
        title={`Share ${named(asked?.skills ?? [])} beyond this workspace?`}
        description="What is shared is offered before abilities of this workspace. Sharing a private ability approves it too."
        keep="Keep it here"
        action="Promote to shared"
        busy={deciding}
        onConfirm={() =>
          asked &&
          safely(decided('Promoted to shared', asked.skills, 'promote-shared').finally(close))
        }
      />
      <Dialog
        open={failed !== undefined}
        onClose={() => setFailed(undefined)}
        title="Not everything was done"
        wide
      >
        <Results results={failed?.results ?? []} done />
        <footer className={css.foot}>
          <Button look="ghost" onClick={() => setFailed(undefined)}>
            Close
          </Button>
          {noSwitch.length > 0 && (
            <Button
              look="danger"
              onClick={() => {
                const paths = new Set(noSwitch.map(({ path }) => path))
                ask({
                  what: 'remove',
                  skills:
                    failed?.skills.filter((skill) => skill.path && paths.has(skill.path)) ?? [],
                })
                setFailed(undefined)
              }}
            >
              Remove instead…
            </Button>
          )}
        </footer>
      </Dialog>
    </>
  )
  const askFor = useCallback((what: Batch, skills: readonly Skill[]) => ask({ what, skills }), [])
  return { offers, improve, ask: askFor, dialogs }
}
