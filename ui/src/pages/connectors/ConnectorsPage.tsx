import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import {
  ArrowLeftRight,
  Blocks,
  Download,
  FileDown,
  GraduationCap,
  Plus,
  Search,
} from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import * as backend from '#ui/backend/connectors'
import { Button } from '#ui/components/Button'
import { EmptyState } from '#ui/components/EmptyState'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Note } from '#ui/components/Note'
import { Page } from '#ui/components/Page'
import { Skeleton } from '#ui/components/Skeleton'
import { type Command, useCommands } from '#ui/shell/commands'
import { Header } from '#ui/shell/Header'
import { say } from '#ui/lib/say'
import { AuthProfiles } from './AuthProfiles'
import { Calls } from './Calls'
import { Challenges } from './Challenges'
import { ConnectorDialog } from './ConnectorDialog'
import { ConnectorList } from './ConnectorList'
import { ConnectorView } from './ConnectorView'
import { FileImportDialog } from './FileImportDialog'
import { ImportDialog } from './ImportDialog'
import { Pending } from './Pending'
import { Questions } from './Questions'
import { PolicyChoice } from './PolicyTable'
import { RegistryDialog } from './RegistryDialog'
import { SwitchDialog } from './SwitchDialog'
import { TeachDialog } from './TeachDialog'
import css from './connectors.module.css'

const route = getRouteApi('/connectors')

type Asked = 'add' | 'import' | 'file' | 'registry' | 'switch' | 'teach'

/** The MCP servers of the person: what each may do, how it does, and what happened. */
export function ConnectorsPage() {
  const { id } = route.useSearch()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<Asked>()
  const open = useCallback(
    (next: string | undefined) => void navigate({ to: '/connectors', search: { id: next } }),
    [navigate],
  )
  useCommands(
    useMemo(
      (): Command[] => [
        {
          id: 'connector add',
          label: say('Add a connector'),
          group: 'Review',
          run: () => setDialog('add'),
        },
        {
          id: 'connector import',
          label: say('Import connectors from your agents'),
          group: 'Review',
          run: () => setDialog('import'),
        },
        {
          id: 'connector file',
          label: say('Import a connector from a file'),
          group: 'Review',
          words: say('mcpb bundle server.json'),
          run: () => setDialog('file'),
        },
        {
          id: 'connector registry',
          label: say('Find a connector in the MCP registry'),
          group: 'Review',
          words: say('search import server.json'),
          run: () => setDialog('registry'),
        },
        {
          id: 'connector teach',
          label: say('Teach from calls of connectors'),
          group: 'Learn',
          words: say('receipts run agent mcp draft'),
          run: () => setDialog('teach'),
        },
        {
          id: 'connector switch',
          label: say('Switch an agent over to Apprentice'),
          group: 'Review',
          words: say('replace servers undo'),
          run: () => setDialog('switch'),
        },
      ],
      [],
    ),
  )
  const close = (): void => setDialog(undefined)
  const done = (serverId: string): void => {
    close()
    open(serverId)
  }
  return (
    <>
      <Header title={say('Connectors')} />
      <Page label={say('Connectors')}>
        {id ? (
          <ConnectorView key={id} id={id} onOpen={open} />
        ) : (
          <Overview onOpen={open} onAsk={setDialog} />
        )}
      </Page>
      {dialog === 'add' && <ConnectorDialog onClose={close} onDone={done} />}
      {dialog === 'import' && <ImportDialog onClose={close} />}
      {dialog === 'file' && <FileImportDialog onClose={close} onDone={done} />}
      {dialog === 'switch' && <SwitchDialog onClose={close} />}
      {dialog === 'teach' && <TeachDialog onClose={close} />}
      {dialog === 'registry' && <RegistryDialog onClose={close} onDone={done} />}
    </>
  )
}

/** What happened with all connectors. */
function LastCalls({ onTeach }: { onTeach(): void }) {
  const found = useQuery(backend.receipts()).data?.receipts ?? []
  if (found.length === 0) return null
  return (
    <section className={css.about} aria-label={say('What happened')}>
      <h2>{say('What happened')}</h2>
      <div className={css.buttons}>
        <Button icon={<GraduationCap size={14} />} onClick={onTeach}>
          {say('Teach from calls…')}
        </Button>
      </div>
      <Calls receipts={found} />
    </section>
  )
}

function Overview({ onOpen, onAsk }: { onOpen(id: string): void; onAsk(dialog: Asked): void }) {
  const query = useQuery(backend.connectors())
  if (!query.data)
    return query.error ? (
      <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton rows={5} />
    )
  const {
    servers,
    no_keychain: noKeychain,
    secrets_file: secretsFile,
    global_policy: policy,
  } = query.data
  const buttons = (
    <>
      <Button look="primary" icon={<Plus size={14} />} onClick={() => onAsk('add')}>
        {say('Add…')}
      </Button>
      <Button icon={<Download size={14} />} onClick={() => onAsk('import')}>
        {say('Import from your agents…')}
      </Button>
      <Button icon={<FileDown size={14} />} onClick={() => onAsk('file')}>
        {say('Import a file…')}
      </Button>
      <Button icon={<Search size={14} />} onClick={() => onAsk('registry')}>
        {say('Find in the registry…')}
      </Button>
      <Button icon={<ArrowLeftRight size={14} />} onClick={() => onAsk('switch')}>
        {say('Switch an agent over…')}
      </Button>
    </>
  )
  if (servers.length === 0)
    return (
      <EmptyState
        icon={<Blocks />}
        title={say('Give your agents tools')}
        action={<div className={css.choices}>{buttons}</div>}
      >
        <p>
          {say(`A connector is an MCP server: a program of this machine, or an address. Register it
            once, read what its tools can do, and see each call.`)}
        </p>
        <p>{say('A connector starts only after you have reviewed what it runs.')}</p>
      </EmptyState>
    )
  return (
    <div className={css.page}>
      {noKeychain && (
        <Note tone="warn">
          {secretsFile
            ? say(
                `Secrets cannot be kept here: {noKeychain}. Correct that, and start Apprentice
                again.`,
                { noKeychain },
              )
            : say(
                `Secrets cannot be kept here: {noKeychain}. Use a secrets file
                (APPRENTICE_SECRETS_KEY_FILE), or set them where Apprentice is started, as
                APPRENTICE_CONNECTOR_ID__NAME.`,
                { noKeychain },
              )}
        </Note>
      )}
      {secretsFile && !noKeychain && (
        <p>
          {say('Secrets are kept encrypted in this file, not in a keychain:')}{' '}
          <code>{secretsFile}</code>
        </p>
      )}
      <div className={css.buttons}>{buttons}</div>
      <Pending />
      <Challenges />
      <Questions />
      <ConnectorList servers={servers} onOpen={onOpen} />
      <AuthProfiles />
      <LastCalls onTeach={() => onAsk('teach')} />
      <section className={css.about} aria-label={say('Every connector')}>
        <h2>{say('Every connector')}</h2>
        <div>
          <PolicyChoice label={say('Policy of every connector')} policy={policy} />
        </div>
        <p className="muted">
          {say('The reason for this policy: {because}.', { because: policy.because })}
        </p>
      </section>
    </div>
  )
}
