import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, FileX } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type Command, useCommands } from '#ui/shell/commands'
import * as read from '#ui/backend/queries'
import type { Skill } from '#ui/backend/skillList'
import { Badge } from '#ui/components/Badge'
import { Button } from '#ui/components/Button'
import { Drawer } from '#ui/shell/Drawer'
import { EmptyState } from '#ui/components/EmptyState'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Menu, type MenuItem } from '#ui/components/Menu'
import { Note } from '#ui/components/Note'
import { Skeleton } from '#ui/components/Skeleton'
import { Tabs } from '#ui/components/Tabs'
import { TextFile, type TextView } from '#ui/components/TextFile'
import { useCategoryEntries } from '#ui/pages/skills/SkillCategories'
import { USE_AS_EXAMPLE } from '#ui/domain/useExample'
import { SOURCE } from '#ui/pages/skills/skillFilter'
import type { SkillActions } from '#ui/pages/skills/useSkillActions'
import { say } from '#ui/lib/say'
import { AbilityPanel } from './AbilityPanel'
import { DetailsTab } from './DetailsTab'
import { EditTab } from './EditTab'
import { FilesTab } from './FilesTab'
import { FindingsTab } from './FindingsTab'
import { HealthTab } from './HealthTab'
import { InstalledTab } from './InstalledTab'
import { ReceiptsTab } from './ReceiptsTab'
import css from './SkillDrawer.module.css'
import { TriggersTab } from './TriggersTab'
import { VersionsTab } from './VersionsTab'

export const TABS = [
  'text',
  'details',
  'edit',
  'files',
  'findings',
  'installed',
  'triggers',
  'health',
  'receipts',
  'versions',
] as const
export type SkillTab = (typeof TABS)[number]

interface Props {
  skill: Skill
  tab: SkillTab
  skillActions: SkillActions
  onTab(tab: SkillTab): void
  onOpen(path: string): void
  onClose(): void
}

/** One skill or ability: its text, location, health and actions. */
export function SkillDrawer({ skill, tab, skillActions, onTab, onOpen, onClose }: Props) {
  const [unsaved, setUnsaved] = useState(false)
  const [view, setView] = useState<TextView>('rendered')
  const { path } = skill
  const content = useQuery({ ...read.skillContent(path ?? ''), enabled: path !== undefined })
  const findings = content.data?.skill.findings ?? []
  const tabs = useMemo(() => {
    const ability = skill.ability_id !== undefined
    const gone =
      path === undefined
        ? skill.state === 'missing'
          ? say('Its files are missing')
          : say('It is removed from the agents’ folders')
        : undefined
    return [
      { value: 'text' as const, label: say('Text') },
      { value: 'details' as const, label: say('Details'), disabled: gone },
      { value: 'edit' as const, label: unsaved ? say('Edit •') : say('Edit'), disabled: gone },
      { value: 'files' as const, label: say('Files'), disabled: gone },
      {
        value: 'findings' as const,
        label:
          findings.length > 0
            ? say('Findings ({count})', { count: findings.length })
            : say('Findings'),
        disabled: gone,
      },
      {
        value: 'installed' as const,
        label: say('Installed'),
        disabled: ability ? undefined : gone,
      },
      { value: 'triggers' as const, label: say('Triggers'), disabled: ability ? undefined : gone },
      ...(ability
        ? [
            { value: 'health' as const, label: say('Health') },
            { value: 'receipts' as const, label: say('Receipts') },
          ]
        : []),
      { value: 'versions' as const, label: say('Versions') },
    ]
  }, [skill.ability_id, skill.state, path, findings.length, unsaved])
  const shown =
    tabs.find(({ value, ...one }) => value === tab && !('disabled' in one && one.disabled))
      ?.value ?? 'text'
  useCommands(
    useMemo(
      () =>
        tabs
          .filter((one) => !('disabled' in one && one.disabled))
          .map(({ value, label }): Command => ({
            id: `skill tab ${value}`,
            label: `${skill.name}: ${label.replace(' •', '')}`,
            group: 'View',
            run: () => onTab(value),
          })),
      [tabs, skill.name, onTab],
    ),
  )
  return (
    <Drawer
      title={skill.name}
      aside={
        skill.source === 'learned' ? (
          <Badge tone="accent">{say('Learned')}</Badge>
        ) : (
          <Badge>{SOURCE[skill.source]}</Badge>
        )
      }
      onClose={onClose}
    >
      <div className={css.body}>
        <p className="muted">{content.data?.skill.description ?? skill.description}</p>
        {skill.state !== 'active' && !skill.ability_id && skill.reason && (
          <Note tone="warn">{skill.reason}</Note>
        )}
        <Actions skill={skill} skillActions={skillActions} />
        {skill.ability_id && <AbilityPanel abilityId={skill.ability_id} actions={skill.actions} />}
        <Tabs<SkillTab>
          flat
          label={say('About this skill')}
          value={shown}
          tabs={tabs}
          onChange={onTab}
        >
          {content.error && path !== undefined && shown !== 'versions' ? (
            <ErrorNote error={content.error} onRetry={() => void content.refetch()} />
          ) : shown === 'text' ? (
            path === undefined ? (
              <MissingFiles skill={skill} onVersions={() => onTab('versions')} />
            ) : content.data ? (
              <TextFile name="SKILL.md" text={content.data.content} view={view} onView={setView} />
            ) : (
              <Skeleton rows={8} />
            )
          ) : null}
          {path !== undefined && content.data && (
            <>
              {/* Unsaved text stays while another tab is open. */}
              {(shown === 'edit' || unsaved) && (
                <div hidden={shown !== 'edit'}>
                  <EditTab
                    key={path}
                    skill={skill}
                    content={content.data}
                    onImprove={() => skillActions.improve(skill)}
                    onUnsaved={setUnsaved}
                  />
                </div>
              )}
              {shown === 'details' && <DetailsTab fields={content.data.fields} />}
              {shown === 'files' && <FilesTab path={path} files={content.data.files} />}
              {shown === 'findings' && (
                <FindingsTab
                  findings={findings}
                  canFix={skill.actions.includes('fix')}
                  onFix={() => skillActions.openBatchDialog('fix', [skill])}
                  onEdit={() => onTab('edit')}
                />
              )}
            </>
          )}
          {shown === 'installed' && <InstalledTab skill={skill} onOpen={onOpen} />}
          {shown === 'triggers' && <TriggersTab skill={skill} />}
          {skill.ability_id && shown === 'health' && (
            <HealthTab abilityId={skill.ability_id} path={skill.path} />
          )}
          {skill.ability_id && shown === 'receipts' && <ReceiptsTab abilityId={skill.ability_id} />}
          {shown === 'versions' && (
            <VersionsTab of={path ?? skill.item_id} content={content.data} />
          )}
        </Tabs>
      </div>
    </Drawer>
  )
}

function MissingFiles({ skill, onVersions }: { skill: Skill; onVersions(): void }) {
  return (
    <EmptyState
      icon={<FileX />}
      title={
        skill.state === 'missing'
          ? say('Its files are missing')
          : say('Removed from the agents’ folders')
      }
      action={<Button onClick={onVersions}>{say('Show its versions')}</Button>}
    >
      <p>
        {skill.reason ?? say('It is not in any agent’s folder.')}{' '}
        {say('Earlier versions are under Versions.')}
      </p>
    </EmptyState>
  )
}

/**
 * The actions that are shown as buttons. The others are in the menu, and all of them in the
 * palette.
 */
const BUTTONS = [say('Improve'), USE_AS_EXAMPLE, say('Update…'), say('Fix…')]
/** Actions that abilities have in their own panel. */
const PANEL_ACTIONS = new Set([
  say('Activate'),
  say('Deactivate'),
  say('Quarantine…'),
  say('Unquarantine'),
  say('Promote to shared…'),
])

function Actions({ skill, skillActions }: { skill: Skill; skillActions: SkillActions }) {
  const navigate = useNavigate()
  const entries = useCategoryEntries()
  const { menuItems } = skillActions
  const all = useMemo(
    () => menuItems([skill]).filter((item) => !skill.ability_id || !PANEL_ACTIONS.has(item.label)),
    [menuItems, skill],
  )
  useCommands(
    useMemo(
      () =>
        all.map((item): Command => ({
          id: `skill ${item.label}`,
          label: `${item.label.replace('…', '')}: ${skill.name}`,
          group: 'Review',
          keys: item.keys,
          run: item.onSelect,
        })),
      [all, skill.name],
    ),
  )
  const first = BUTTONS.flatMap((label) => all.find((item) => item.label === label) ?? []).slice(
    0,
    3,
  )
  const rest: MenuItem[] = all.filter((item) => !first.includes(item))
  const more = [
    ...rest,
    {
      label: say('Show all skills with this name'),
      onSelect: () =>
        void navigate({
          to: '/skills',
          search: (before) => ({ ...before, q: skill.name }),
          replace: true,
        }),
    },
  ]
  return (
    <div className={css.actions}>
      {first.map((item) => (
        <Button key={item.label} onClick={item.onSelect}>
          {item.label}
        </Button>
      ))}
      <Menu items={() => [...entries([skill]), ...more]}>
        <Button
          look="ghost"
          icon={<Ellipsis size={15} />}
          aria-label={say('More for {name}', { name: skill.name })}
        >
          {say('More')}
        </Button>
      </Menu>
    </div>
  )
}
