import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { FileArchive, FolderOpen, Link2, MonitorDown } from 'lucide-react'
import { type ChangeEvent, type FormEvent, useCallback, useMemo, useRef, useState } from 'react'
import { toast } from 'sonner'
import { useCommands } from '#ui/shell/commands'
import { toBackendError } from '#ui/backend/errors'
import type { Uploaded } from '#ui/backend/importTypes'
import * as read from '#ui/backend/queries'
import { transport } from '#ui/backend/transport'
import { Button } from '#ui/components/Button'
import { Dialog } from '#ui/components/Dialog'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Field, TextInput } from '#ui/components/Field'
import { SearchField } from '#ui/components/SearchField'
import { Skeleton } from '#ui/components/Skeleton'
import { Checkbox } from '#ui/components/Toggle'
import { useIsMounted } from '#ui/components/useIsMounted'
import { type Bundle, bundlesOfFiles } from '#ui/domain/imports/bundles'
import {
  importFromAddress,
  importBundles,
  importDesktopFiles,
  importSkills,
} from '#ui/domain/imports/transfers'
import { say } from '#ui/lib/say'
import css from './UploadPanel.module.css'

/** The first step: where the skill comes from. */
export function UploadPanel({ onUploaded }: { onUploaded(id: string): void }) {
  const client = useQueryClient()
  const [address, setAddress] = useState('')
  const [picking, setPicking] = useState(false)
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const mounted = useIsMounted()
  // Opens a single import, unless the person left the page. Several are shown in the list.
  const arrived = useCallback(
    (uploaded: ReadonlyArray<Uploaded | undefined>): void => {
      if (mounted.current && uploaded.length === 1 && uploaded[0]) onUploaded(uploaded[0].import_id)
    },
    [mounted, onUploaded],
  )
  const bundles = (found: Bundle[]): void => void importBundles(client, found).then(arrived)
  const chosen = (event: ChangeEvent<HTMLInputElement>): void => {
    bundles(bundlesOfFiles([...(event.target.files ?? [])]))
    event.target.value = ''
  }
  // Web views on Linux cannot choose folders, so the desktop shell does.
  const chooseFolder = useCallback((): void => {
    const { desktop } = transport()
    if (!desktop) return folder.current?.click()
    void desktop
      .chooseFolder()
      .then(
        async (chosen) => chosen && arrived(await importDesktopFiles(client, desktop, [chosen])),
      )
      .catch((thrown: unknown) => toast.error(toBackendError(thrown).message))
  }, [arrived, client])
  const fetchIt = (event: FormEvent): void => {
    event.preventDefault()
    if (address.trim())
      void importFromAddress(client, address.trim()).then((uploaded) => arrived([uploaded]))
    setAddress('')
  }
  useCommands(
    useMemo(
      () => [
        {
          id: 'import file',
          label: say('Choose a bundle to import'),
          group: 'Learn',
          words: say('upload zip archive'),
          run: () => files.current?.click(),
        },
        {
          id: 'import folder',
          label: say('Choose a folder to import'),
          group: 'Learn',
          words: say('upload directory'),
          run: chooseFolder,
        },
        {
          id: 'import pick',
          label: say('Import from agents on this machine'),
          group: 'Learn',
          words: say('pick copy'),
          run: () => setPicking(true),
        },
      ],
      [chooseFolder],
    ),
  )
  return (
    <section className={css.bring} aria-label={say('Upload')}>
      <div className={css.drop}>
        <FileArchive size={26} aria-hidden />
        <p>
          <b>{say('Drop a bundle or a folder anywhere in this window')}</b>
          <span className="muted">
            {say(`A .zip or .skillbundle.zip of at most 100 MB. A folder is packed for you. You see
              what is in it before anything is installed.`)}
          </span>
        </p>
        <div className={css.buttons}>
          <Button
            look="primary"
            icon={<FileArchive size={14} />}
            onClick={() => files.current?.click()}
          >
            {say('Choose a bundle')}
          </Button>
          <Button icon={<FolderOpen size={14} />} onClick={chooseFolder}>
            {say('Choose a folder')}
          </Button>
          <Button icon={<MonitorDown size={14} />} onClick={() => setPicking(true)}>
            {say('From this machine')}
          </Button>
        </div>
        <input
          ref={files}
          type="file"
          hidden
          multiple
          accept=".zip,application/zip,.md"
          aria-label={say('Bundle')}
          onChange={chosen}
        />
        {/* React does not know this attribute of folder inputs. */}
        <input
          ref={folder}
          type="file"
          hidden
          aria-label={say('Folder')}
          {...{ webkitdirectory: '' }}
          onChange={chosen}
        />
      </div>
      <form className={css.address} onSubmit={fetchIt}>
        <Field
          label={say('Or fetch from an address')}
          hint={say(`A repository such as owner/repo or owner/repo/skills/name, a git address, or the
              https address of an archive or a SKILL.md.`)}
        >
          {(ids) => (
            <TextInput
              {...ids}
              placeholder="owner/repo"
              maxLength={2000}
              value={address}
              onChange={(event) => setAddress(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" icon={<Link2 size={14} />} disabled={!address.trim()}>
          {say('Fetch')}
        </Button>
      </form>
      {picking && (
        <LocalSkillsDialog
          onClose={() => setPicking(false)}
          onPick={(paths) => (
            setPicking(false),
            void importSkills(client, paths).then((uploaded) => arrived([uploaded]))
          )}
        />
      )}
    </section>
  )
}

/** At most this many rows are rendered. Typing more brings the others. */
const MAX_ROWS = 100

/** Skills that agents on this machine already have. */
function LocalSkillsDialog({
  onClose,
  onPick,
}: {
  onClose(): void
  onPick(paths: string[]): void
}) {
  const query = useQuery(read.skills())
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const found = useMemo(() => {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean)
    return (query.data?.skills ?? []).filter(
      ({ path, words: own, agentNames }) =>
        path !== undefined &&
        words.every(
          (word) => own.includes(word) || agentNames.join(' ').toLowerCase().includes(word),
        ),
    )
  }, [query.data, text])
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={say('Import from this machine')}
      description={say(
        'A copy is made, scanned, and installed where you choose. The original does not change.',
      )}
    >
      {query.error && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {!query.data && !query.error && <Skeleton rows={4} />}
      {query.data && query.data.skills.length === 0 && (
        <p className="muted">
          {say('No agent on this machine has a skill.')}{' '}
          <Button onClick={() => void navigate({ to: '/settings', hash: 'connect' })}>
            {say('Agents in Settings')}
          </Button>
        </p>
      )}
      {query.data && query.data.skills.length > 0 && (
        <>
          <SearchField autoFocus label={say('Search skills')} value={text} onText={setText} />
          <ul className={css.pick} aria-label={say('Skills on this machine')}>
            {found.slice(0, MAX_ROWS).map((skill) => {
              const path = skill.path ?? ''
              const on = chosen.includes(path)
              return (
                <li key={path}>
                  <Checkbox
                    label={say('Import {name}', { name: skill.name })}
                    on={on}
                    onChange={(next) =>
                      setChosen(next ? [...chosen, path] : chosen.filter((known) => known !== path))
                    }
                  />
                  <span className={css.words}>
                    <b className="clip">{skill.name}</b>
                    <span className="muted clip">{skill.description}</span>
                  </span>
                  <span className="faint clip">{skill.agentNames[0]}</span>
                </li>
              )
            })}
          </ul>
          {found.length === 0 && <p className="muted">{say('No matching skills.')}</p>}
          {found.length > MAX_ROWS && (
            <p className="faint">
              {say(
                '{count, plural, one {# more skill} other {# more skills}}. Type another word.',
                { count: found.length - MAX_ROWS },
              )}
            </p>
          )}
          <footer className={css.foot}>
            <Button look="ghost" onClick={onClose}>
              {say('Cancel')}
            </Button>
            <Button
              look="primary"
              disabled={chosen.length === 0}
              onClick={() => onPick([...chosen])}
            >
              {chosen.length > 0
                ? say('Import {count, plural, one {# skill} other {# skills}}', {
                    count: chosen.length,
                  })
                : say('Import')}
            </Button>
          </footer>
        </>
      )}
    </Dialog>
  )
}
