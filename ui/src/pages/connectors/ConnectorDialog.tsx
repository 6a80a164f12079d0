import { useMutation } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import * as backend from '#ui/backend/connectors'
import { toBackendError } from '#ui/backend/errors'
import { Button, IconButton } from '#ui/components/Button'
import { Dialog } from '#ui/components/Dialog'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Field, FieldGroup, TextArea, TextInput } from '#ui/components/Field'
import { Segmented } from '#ui/components/Segmented'
import { say } from '#ui/lib/say'
import { OauthClientFields } from './OauthClientFields'
import { type Draft, type Row, bodyOf, draftOf } from './draft'
import css from './connectors.module.css'

/** Registers a connector, or changes one. */
export function ConnectorDialog({
  entry,
  onClose,
  onDone,
}: {
  entry?: backend.ConnectorEntry
  onClose(): void
  onDone(serverId: string): void
}) {
  const [draft, setDraft] = useState(() => draftOf(entry))
  const register = useMutation(backend.register())
  const update = useMutation(backend.update(entry?.server_id ?? ''))
  const saving = entry ? update : register
  const set = (change: Partial<Draft>): void => setDraft({ ...draft, ...change })
  const done = ({ server }: { server: backend.Connector }): void =>
    onDone(server.registry.server_id)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const { create, patch } = bodyOf(draft, entry)
    if (entry) update.mutate(patch, { onSuccess: done })
    else register.mutate(create, { onSuccess: done })
  }
  const local = draft.transport === 'local_bridge'
  const wrong = saving.error ? toBackendError(saving.error).details.field : undefined
  const errorOf = (field: string) =>
    wrong === field && saving.error ? { error: toBackendError(saving.error).message } : {}
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={
        entry
          ? say('Edit {displayName}', { displayName: entry.display_name })
          : say('Add a connector')
      }
    >
      <form className={css.form} onSubmit={submit}>
        <Field label={say('Name')} {...errorOf('display_name')}>
          {(ids) => (
            <TextInput
              {...ids}
              autoFocus
              maxLength={160}
              value={draft.name}
              onChange={(event) => set({ name: event.target.value })}
            />
          )}
        </Field>
        {!entry && (
          <FieldGroup label={say('How it is reached')}>
            <Segmented
              label={say('How it is reached')}
              value={draft.transport}
              choices={[
                { value: 'local_bridge', label: say('A program of this machine') },
                { value: 'remote_http', label: say('An address') },
              ]}
              onChange={(transport) => set({ transport })}
            />
          </FieldGroup>
        )}
        {local ? (
          <>
            <Field
              label={say('Program')}
              hint={say('A name in PATH, or an absolute path. No shell is used.')}
              {...errorOf('command.program')}
            >
              {(ids) => (
                <TextInput
                  {...ids}
                  placeholder="npx"
                  value={draft.program}
                  onChange={(event) => set({ program: event.target.value })}
                />
              )}
            </Field>
            <Field
              label={say('Arguments')}
              hint={say("One per line. $'{NAME}' is replaced with the variable NAME below.")}
              {...errorOf('command.arguments')}
            >
              {(ids) => (
                <TextArea
                  {...ids}
                  placeholder={'-y\n@modelcontextprotocol/server-filesystem@2026.8.31\n/home/ada'}
                  value={draft.arguments}
                  onChange={(event) => set({ arguments: event.target.value })}
                />
              )}
            </Field>
          </>
        ) : (
          <Field
            label={say('Address')}
            hint={say('https://, or http:// on this machine.')}
            {...errorOf('endpoint_url')}
          >
            {(ids) => (
              <TextInput
                {...ids}
                type="url"
                placeholder="https://example.com/mcp"
                value={draft.url}
                onChange={(event) => set({ url: event.target.value })}
              />
            )}
          </Field>
        )}
        <Variables
          label={local ? say('Variables') : say('Headers')}
          rows={draft.rows}
          onChange={(rows) => set({ rows })}
        />
        {!local && (
          <OauthClientFields
            client={draft.client}
            errorOf={errorOf}
            onChange={(client) => set({ client })}
          />
        )}
        {saving.error && <ErrorNote error={saving.error} />}
        <footer className={css.foot}>
          <Button look="ghost" onClick={onClose}>
            {say('Cancel')}
          </Button>
          <Button
            type="submit"
            look="primary"
            busy={saving.isPending}
            disabled={!draft.name.trim() || !(local ? draft.program : draft.url).trim()}
          >
            {entry ? say('Save') : say('Add')}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

function Variables({
  label,
  rows,
  onChange,
}: {
  label: string
  rows: readonly Row[]
  onChange(rows: readonly Row[]): void
}) {
  const set = (at: number, change: Partial<Row>): void =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...change } : row)))
  return (
    <FieldGroup
      label={label}
      hint={say(`A value that looks like a secret, and every header, is kept in the keychain and never
        shown again.`)}
    >
      {rows.map((row, at) => (
        <div key={row.key} className={css.variable}>
          <TextInput
            aria-label={say('Name')}
            placeholder="NAME"
            value={row.name}
            readOnly={row.kept}
            onChange={(event) => set(at, { name: event.target.value })}
          />
          <TextInput
            aria-label={
              row.name ? say('Value of {name}', { name: row.name }) : say('Value of the new one')
            }
            type={row.kept && row.value === undefined ? 'password' : 'text'}
            placeholder={row.kept ? say('as it is') : say('value')}
            value={row.value ?? ''}
            onChange={(event) => set(at, { value: event.target.value })}
          />
          <IconButton
            label={row.name ? say('Remove {name}', { name: row.name }) : say('Remove it')}
            onClick={() => onChange(rows.filter((_, index) => index !== at))}
          >
            <Trash2 size={14} />
          </IconButton>
        </div>
      ))}
      <div>
        <Button
          look="ghost"
          icon={<Plus size={14} />}
          onClick={() =>
            onChange([
              ...rows,
              { key: `new ${rows.length} ${Date.now()}`, name: '', value: '', kept: false },
            ])
          }
        >
          {say('Add one')}
        </Button>
      </div>
    </FieldGroup>
  )
}
