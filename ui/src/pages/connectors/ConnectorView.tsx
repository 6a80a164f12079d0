import { useMutation, useQuery } from '@tanstack/react-query'
import { ArrowLeft, Pencil, Play, Square, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import * as backend from '#ui/backend/connectors'
import { Button } from '#ui/components/Button'
import { DescriptionList } from '#ui/components/DescriptionList'
import { ConfirmDialog } from '#ui/components/Dialog'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Note } from '#ui/components/Note'
import { Skeleton } from '#ui/components/Skeleton'
import { Tabs } from '#ui/components/Tabs'
import { Ago, ClockTime } from '#ui/components/Time'
import { Switch } from '#ui/components/Toggle'
import { locale, Say, say } from '#ui/lib/say'
import { AuthProfileChoice } from './AuthProfiles'
import { Badges } from './Badges'
import { Calls } from './Calls'
import { Challenges } from './Challenges'
import { ConnectorDialog } from './ConnectorDialog'
import { Pending } from './Pending'
import { Questions } from './Questions'
import { PolicyTable } from './PolicyTable'
import { Reach } from './Reach'
import { SignIn } from './SignIn'
import { Tools } from './Tools'
import { TrustPanel } from './TrustPanel'
import css from './connectors.module.css'

/** One connector: what it is, what it offers, what happened with it. */
export function ConnectorView({ id, onOpen }: { id: string; onOpen(id?: string): void }) {
  const query = useQuery(backend.connector(id))
  return (
    <div className={css.page}>
      <div className={css.back}>
        <Button look="ghost" icon={<ArrowLeft size={14} />} onClick={() => onOpen(undefined)}>
          {say('All connectors')}
        </Button>
      </div>
      {query.data ? (
        <Detail detail={query.data} onGone={() => onOpen(undefined)} />
      ) : query.error ? (
        <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton rows={8} />
      )}
    </div>
  )
}

const countOf = (label: string, count: number): string =>
  count === 0 ? label : `${label} (${count.toLocaleString(locale())})`

type Section = 'tools' | 'policy' | 'offers' | 'calls' | 'log' | 'about'

function Detail({ detail, onGone }: { detail: backend.ConnectorDetail; onGone(): void }) {
  const { server } = detail
  const { registry, health } = server
  const [section, setSection] = useState<Section>('tools')
  return (
    <>
      <Head connector={server} onGone={onGone} />
      {!registry.trusted && <TrustPanel entry={registry} />}
      {server.available_actions.includes('sign_in') &&
        server.badge_states.includes('auth_required') && (
          <SignIn
            id={registry.server_id}
            name={registry.display_name}
            needed={server.scopes_needed}
          />
        )}
      {health.health_status === 'degraded' && <Trouble connector={server} />}
      <Pending only={registry.server_id} />
      <Challenges only={registry.server_id} />
      <Questions only={registry.server_id} />
      <Tabs<Section>
        label={say('Connector')}
        value={section}
        onChange={setSection}
        tabs={[
          { value: 'tools', label: countOf(say('Tools'), detail.tools.length) },
          { value: 'policy', label: say('Policy') },
          {
            value: 'offers',
            label: countOf(
              say('Resources and prompts'),
              detail.resources.length + detail.prompts.length,
            ),
          },
          { value: 'calls', label: say('Last calls') },
          { value: 'log', label: say('Log') },
          { value: 'about', label: say('About') },
        ]}
      >
        {section === 'tools' && <Tools detail={detail} />}
        {section === 'policy' && <PolicyTable detail={detail} />}
        {section === 'offers' && <Offers detail={detail} />}
        {section === 'calls' && (
          <>
            <ToolTrouble health={health} />
            <Calls receipts={detail.receipts} />
          </>
        )}
        {section === 'log' &&
          (detail.log ? (
            <pre className={css.log}>{detail.log}</pre>
          ) : (
            <p className="muted">{say('Its program has written nothing to standard error.')}</p>
          ))}
        {section === 'about' && <About detail={detail} />}
      </Tabs>
    </>
  )
}

/** The tools that failed when they were called last, and why. */
function ToolTrouble({ health }: { health: backend.Connector['health'] }) {
  const failed = Object.entries(health.tool_health ?? {}).filter(([, one]) => !one.ok)
  if (failed.length === 0) return null
  return (
    <Note tone="warn">
      <ul aria-label={say('Tools that failed last time')}>
        {failed.map(([tool, one]) => (
          <li key={tool}>
            <code>{tool}</code> {one.last_error}{' '}
            {one.last_checked_at && <Ago at={one.last_checked_at} className="faint" />}
          </li>
        ))}
      </ul>
    </Note>
  )
}

/** Why a connector failed, and until when agents leave it alone. */
function Trouble({ connector }: { connector: backend.Connector }) {
  const { health } = connector
  const { backoff_until: until, failure_count_rolling: failures } = health
  return (
    <Note tone="bad">
      <p>{health.health_reason}</p>
      {until && (
        <p className="muted">
          {health.throttle_state.state === 'rate_limited' ? (
            <Say
              text="The server asked for a pause: agents get it again at {time}."
              values={{ time: <ClockTime at={until} /> }}
            />
          ) : (
            <Say
              text="Agents leave it alone until {time}."
              values={{ time: <ClockTime at={until} /> }}
            />
          )}{' '}
          {failures > 1 && say('It failed {failures, number} times in a row.', { failures })}{' '}
          {say('You can try it now.')}
        </p>
      )}
      {health.health_reason_code === 'SIGN_IN_REQUIRED' && (
        <p className="muted">
          <SignedOut connector={connector} />
        </p>
      )}
    </Note>
  )
}

/** What helps when a server takes no request of ours: it depends on how it is signed in to. */
function SignedOut({ connector }: { connector: backend.Connector }) {
  const { registry, available_actions: actions } = connector
  if (actions.includes('sign_in'))
    return <>{say('You are not signed in, or your sign-in has ended. Sign in above.')}</>
  if (registry.oauth_client?.auth_mode === 'oauth2_client_credentials')
    return (
      <>
        <Say
          text={
            'Apprentice signs in here by itself, and was refused. Check its client under <b>Edit…</b>'
          }
          values={{ b: (inner) => <b>{inner}</b> }}
        />
      </>
    )
  return (
    <>
      <Say
        text={'Its header is missing, or no longer valid. Give it again with <b>Edit…</b>'}
        values={{ b: (inner) => <b>{inner}</b> }}
      />
    </>
  )
}

function Head({ connector, onGone }: { connector: backend.Connector; onGone(): void }) {
  const { registry, available_actions: actions } = connector
  const { server_id: id, display_name: name } = registry
  const [asked, setAsked] = useState<'edit' | 'delete'>()
  const update = useMutation(backend.update(id))
  const connect = useMutation(backend.connect(id))
  const disconnect = useMutation(backend.disconnect(id))
  const test = useMutation(backend.smokeTest(id))
  const signOut = useMutation(backend.signOut(id))
  const remove = useMutation(backend.remove(id))
  const can = (action: (typeof actions)[number]): boolean => actions.includes(action)
  const tried = test.data
  return (
    <header className={css.head}>
      <div className={css.title}>
        <h2>{name}</h2>
        <Badges connector={connector} />
        <span className={css.aside}>
          <span aria-hidden>{say('Agents may use it')}</span>
          <Switch
            label={say('Agents may use {name}', { name })}
            on={registry.enabled}
            disabled={update.isPending}
            onChange={(enabled) => update.mutate({ enabled })}
          />
        </span>
      </div>
      <div className={css.buttons}>
        {can('connect') && (
          <Button
            icon={<Play size={14} />}
            busy={connect.isPending}
            onClick={() => connect.mutate()}
          >
            {say('Connect')}
          </Button>
        )}
        {can('disconnect') && (
          <Button
            icon={<Square size={14} />}
            busy={disconnect.isPending}
            onClick={() => disconnect.mutate()}
          >
            {say('Disconnect')}
          </Button>
        )}
        {can('smoke_test') && (
          <Button busy={test.isPending} onClick={() => test.mutate({})}>
            {say('Test')}
          </Button>
        )}
        {can('sign_out') && (
          <Button busy={signOut.isPending} onClick={() => signOut.mutate({ revoke_remote: true })}>
            {say('Sign out')}
          </Button>
        )}
        <Button icon={<Pencil size={14} />} onClick={() => setAsked('edit')}>
          {say('Edit…')}
        </Button>
        <Button look="danger" icon={<Trash2 size={14} />} onClick={() => setAsked('delete')}>
          {say('Delete…')}
        </Button>
      </div>
      {connect.error && <ErrorNote error={connect.error} onRetry={() => connect.mutate()} />}
      {update.error && <ErrorNote error={update.error} />}
      {signOut.error && <ErrorNote error={signOut.error} />}
      {test.error && <ErrorNote error={test.error} onRetry={() => test.mutate({})} />}
      {tried && (
        <Note tone={tried.status === 'passed' ? 'info' : 'bad'} role="alert">
          {tried.summary}{' '}
          <span className="faint num">
            {say('{milliseconds} ms', { milliseconds: tried.milliseconds })}
          </span>
        </Note>
      )}
      {asked === 'edit' && (
        <ConnectorDialog
          entry={registry}
          onClose={() => setAsked(undefined)}
          onDone={() => setAsked(undefined)}
        />
      )}
      <ConfirmDialog
        open={asked === 'delete'}
        onClose={() => setAsked(undefined)}
        title={say('Delete {name}?', { name })}
        description={say(
          'Its secrets and the tool definitions that you reviewed are deleted. Its receipts stay.',
        )}
        keep={say('Keep it')}
        action={say('Delete')}
        danger
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: ({ secrets_left: left }) => {
              if (left.length > 0)
                toast.warning(
                  say('These secrets stayed in the keychain: {left}.', { left: left.join(', ') }),
                )
              onGone()
            },
          })
        }
      />
    </header>
  )
}

function Offers({
  detail: { resources, prompts, listed_at },
}: {
  detail: backend.ConnectorDetail
}) {
  if (resources.length + prompts.length === 0)
    return (
      <p className="muted">
        {listed_at ? say('It offers no resource and no prompt.') : say('It was not connected yet.')}
      </p>
    )
  return (
    <ul className={css.list} aria-label={say('Resources and prompts')}>
      {resources.map(({ uri, name, description }) => (
        <li key={uri} className={css.offer}>
          <b>{name}</b> <code>{uri}</code>
          {description && <p className="muted">{description}</p>}
        </li>
      ))}
      {prompts.map((prompt) => (
        <li key={prompt.name} className={css.offer}>
          <b>{prompt.name}</b>{' '}
          <span className="faint">
            {prompt.arguments.length > 0
              ? say('prompt, with {arguments}', { arguments: prompt.arguments.join(', ') })
              : say('prompt')}
          </span>
          {prompt.description && <p className="muted">{prompt.description}</p>}
        </li>
      ))}
    </ul>
  )
}

function About({ detail: { server, listed_at } }: { detail: backend.ConnectorDetail }) {
  const { registry } = server
  return (
    <div className={css.about}>
      <Reach {...registry} />
      {registry.transport === 'remote_http' &&
        !registry.headers.some(({ name }) => name.toLowerCase() === 'authorization') && (
          <AuthProfileChoice entry={registry} />
        )}
      <DescriptionList
        facts={[
          [say('Identifier'), <code key="id">{registry.server_id}</code>],
          [say('Imported from'), registry.imported_from],
          [say('Protocol'), registry.protocol_revision],
          [say('Tools read'), listed_at && <Ago key="at" at={listed_at} />],
          [say('Kinds of data'), registry.data_classes.join(', ')],
          [
            say('Linked skills'),
            server.linked_abilities.map(({ label, ability_id: id }) => label ?? id).join(', '),
          ],
        ]}
      />
    </div>
  )
}
