import { useMutation, useMutationState, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { toast } from 'sonner'
import { Header } from '#ui/shell/Header'
import * as act from '#ui/backend/mutations'
import * as read from '#ui/backend/queries'
import type { Schemas } from '#ui/backend/types'
import { Button } from '#ui/components/Button'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Field, TextInput } from '#ui/components/Field'
import { Page } from '#ui/components/Page'
import { Skeleton } from '#ui/components/Skeleton'
import { TagInput } from '#ui/components/TagInput'
import { ProjectNames } from './ProjectNames'
import { Appearance } from './Appearance'
import { AuthorChoice } from './AuthorChoice'
import { DesktopSettings } from './DesktopSettings'
import { Connections } from './Connections'
import { Definitions } from './Definitions'
import { DataUsage } from './DataUsage'
import { DeleteData } from './DeleteData'
import { ExportData } from './ExportData'
import { DoctorReport } from './DoctorReport'
import { GateSetting } from './GateSetting'
import { HomeFolder } from './HomeFolder'
import { Keys } from './Keys'
import { HookSettings } from './HookSettings'
import { MiningSettings } from './MiningSettings'
import { ObservationDefaults } from './ObservationDefaults'
import css from './SettingsPage.module.css'
import { AgentTargets } from '#ui/domain/AgentTargets'
import { say } from '#ui/lib/say'
import { TestPolicySetting } from './TestPolicySetting'
import { Updates } from './Updates'

export function SettingsPage() {
  const query = useQuery(read.settings())
  return (
    <>
      <Header title={say('Settings')} />
      <Page label={say('Settings')}>
        {query.data ? (
          <Sections response={query.data} />
        ) : query.error ? (
          <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton />
        )}
      </Page>
    </>
  )
}

/** The settings with pending changes applied, so that a second quick change builds on the first. */
function usePendingSettings(saved: Schemas['Settings']): Schemas['Settings'] {
  const underWay = useMutationState({
    filters: {
      status: 'pending',
      predicate: ({ options }) => options.scope?.id === act.updateSettings().scope?.id,
    },
    select: ({ state }) => state.variables as Parameters<typeof act.mergeSettings>[1],
  })
  return underWay.reduce(act.mergeSettings, saved)
}

function Sections({
  response: { settings: saved, targets },
}: {
  response: Schemas['SettingsResponse']
}) {
  const settings = usePendingSettings(saved)
  const navigate = useNavigate()
  const save = useMutation(act.updateSettings())
  const change = save.mutate
  return (
    <div className={css.sections}>
      <Section
        title={say('Agents')}
        text={say(`An ability that you install is written into the skills folder of every agent that is
          switched on.`)}
      >
        <AgentTargets
          targets={targets}
          enabled={settings.enabled_targets}
          onChange={(next) =>
            change((now) => ({
              enabled_targets: act.mergeListEdit(
                settings.enabled_targets,
                next,
                now.enabled_targets,
              ),
            }))
          }
          busy={save.isPending}
        />
      </Section>
      <Section
        id="connect"
        title={say('Connect an agent')}
        text={say(`A connected agent finds your abilities automatically and reports which checkpoints it
            reached. It can never approve, install or change a policy.`)}
      >
        <Connections />
      </Section>
      <Section
        id="definitions"
        title={say('Agent definitions')}
        text={say(`Named ways for an agent to work: its instructions, its model and the tools that it may
            use. If several have the same name, the first one is used.`)}
      >
        <Definitions />
      </Section>
      <Section
        title={say('Your own folders')}
        text={say('Additional skills folders, as absolute paths.')}
      >
        <Field label={say('Custom folders')}>
          {(ids) => (
            <TagInput
              {...ids}
              label={say('Custom folders')}
              placeholder="/home/you/skills"
              values={settings.custom_target_paths}
              onChange={(next) =>
                change((now) => ({
                  custom_target_paths: act.mergeListEdit(
                    settings.custom_target_paths,
                    next,
                    now.custom_target_paths,
                  ),
                }))
              }
            />
          )}
        </Field>
      </Section>
      <Section
        id="projects"
        title={say('Projects')}
        text={say(`Folders of your projects, as absolute paths. Their skills are listed, and an ability
            can be taught for one of them.`)}
      >
        <Field label={say('Project folders')}>
          {(ids) => (
            <TagInput
              {...ids}
              label={say('Project folders')}
              placeholder="/home/you/work/website"
              values={settings.project_paths}
              onChange={(next) =>
                change((now) => ({
                  project_paths: act.mergeListEdit(settings.project_paths, next, now.project_paths),
                }))
              }
            />
          )}
        </Field>
        <ProjectNames onChange={change} />
      </Section>
      <Section
        id="appearance"
        title={say('Appearance')}
        text={say('The size of text and the density are kept on this device.')}
      >
        <Appearance theme={settings.theme} onTheme={(theme) => change({ theme })} />
      </Section>
      <Section
        id="keys"
        title={say('Keyboard')}
        text={say(`The keys of every command. Those of a page are listed once you have opened it. They
            are kept on this device.`)}
      >
        <Keys />
      </Section>
      <Section
        id="observation"
        title={say('Observation')}
        text={say('The defaults of a new demonstration. You can change them each time.')}
      >
        <ObservationDefaults
          defaults={settings.observation}
          onChange={(observation) => change({ observation })}
        />
      </Section>
      <Section
        id="mining"
        title={say('Repeated tasks')}
        text={say(`Apprentice compares the demonstrations and rehearsals that you finished, and suggests
            an ability for each task that you repeat. It watches nothing for this.`)}
      >
        <MiningSettings settings={settings.mining} onChange={(mining) => change({ mining })} />
      </Section>
      <Section
        id="gate"
        title={say('Does it help?')}
        text={say(`An agent can do the same task with and without a skill, several times. This setting
            never blocks a private installation, so you can always try a skill.`)}
      >
        <GateSetting setting={settings.gate} onChange={(gate) => change({ gate })} />
      </Section>
      <Section
        id="hooks"
        title={say('Hooks of agents')}
        text={say(`Agents whose hooks ask Apprentice are answered by your rules (hooks.yaml in the home
            folder) and by the skills that they use. “apprentice agents hooks” connects them.`)}
      >
        <HookSettings settings={settings.hooks} onChange={(hooks) => change({ hooks })} />
      </Section>
      <Section
        id="test-policy"
        title={say('Test policy')}
        text={say(`Limits for rehearsals, agent runs, practices and gates that have no policy of their
            own. It never allows more than the risk of a task permits: if a task deletes or sends
            something, allow that for the task itself.`)}
      >
        <TestPolicySetting
          key={JSON.stringify(saved.default_test_policy)}
          saved={saved.default_test_policy}
          busy={save.isPending}
          onSave={(policy) =>
            change(
              { default_test_policy: policy },
              { onSuccess: () => void toast.success(say('Saved.')) },
            )
          }
        />
      </Section>
      <Section
        id="author"
        title={say('Who writes the draft')}
        text={say(`Rules write every draft. A language model understands more: it can improve a draft
            when you ask for it. You see what is sent, and Apprentice checks the response.`)}
      >
        <AuthorChoice />
      </Section>
      <Section
        id="background"
        title={say('Notifications and background')}
        text={say('What Apprentice does while its window is in the background.')}
      >
        <DesktopSettings choices={settings.desktop} onChange={(desktop) => change({ desktop })} />
      </Section>
      <Section
        title={say('Name of your agent')}
        text={say('Used in labels. Without a name, they say “your agents”.')}
      >
        <AgentName
          key={saved.agent_display_name}
          name={saved.agent_display_name ?? ''}
          busy={save.isPending}
          onSave={(name) =>
            change(
              { agent_display_name: name || null },
              { onSuccess: () => void toast.success(say('Saved.')) },
            )
          }
        />
      </Section>
      <Section
        title={say('This machine')}
        text={say('What works on this machine, and how to fix the rest.')}
      >
        <DoctorReport />
      </Section>
      <Section
        id="home"
        title={say('Home folder')}
        text={say('Everything that Apprentice stores is in this folder, on this computer.')}
      >
        <HomeFolder />
      </Section>
      <Section
        id="data"
        title={say('Your data')}
        text={say(
          'What is stored, and how to back it up or export it. Neither file contains tokens or keys.',
        )}
      >
        <DataUsage />
        <ExportData />
      </Section>
      <Section
        id="updates"
        title={say('Updates')}
        text={say(
          'Apprentice checks for a newer version only when you ask, and never installs one automatically.',
        )}
      >
        <Updates
          key={saved.update_feed}
          feed={saved.update_feed ?? ''}
          busy={save.isPending}
          onSave={(feed) =>
            change(
              { update_feed: feed || null },
              { onSuccess: () => void toast.success(say('Saved.')) },
            )
          }
        />
      </Section>
      <Section
        title={say('First steps')}
        text={say('Choose your agents again, and practise on the sample page.')}
      >
        <div>
          <Button onClick={() => void navigate({ to: '/welcome' })}>
            {say('Show the first steps')}
          </Button>
        </div>
      </Section>
      <Section
        id="delete"
        title={say('Delete everything')}
        text={say('Before you give the machine away, or to start again.')}
      >
        <DeleteData />
      </Section>
    </div>
  )
}

function Section({
  id,
  title,
  text,
  children,
}: {
  id?: string
  title: string
  text?: string
  children: ReactNode
}) {
  const { hash } = useLocation()
  const section = useRef<HTMLElement>(null)
  // The address names a section that did not exist yet when the page opened.
  useEffect(() => {
    if (id && hash === id) section.current?.scrollIntoView()
  }, [id, hash])
  return (
    <section className={css.section} id={id} ref={section}>
      <div>
        <h2>{title}</h2>
        {text && <p className="muted">{text}</p>}
      </div>
      <div className={css.content}>{children}</div>
    </section>
  )
}

function AgentName({
  name,
  busy,
  onSave,
}: {
  name: string
  busy: boolean
  onSave(name: string): void
}) {
  const [text, setText] = useState(name)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onSave(text.trim())
  }
  return (
    <form className={css.name} onSubmit={submit}>
      <TextInput
        aria-label={say('Name of your agent')}
        maxLength={60}
        value={text}
        placeholder={say('your agents')}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" busy={busy} disabled={text.trim() === name}>
        {say('Save')}
      </Button>
    </form>
  )
}
