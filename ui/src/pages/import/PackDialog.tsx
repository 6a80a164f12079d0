import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { describePack, packs } from '#ui/backend/imports'
import type { Schemas } from '#ui/backend/types'
import { Dialog } from '#ui/components/Dialog'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Field, TextArea, TextInput } from '#ui/components/Field'
import { FormFooter } from '#ui/components/FormFooter'
import { Skeleton } from '#ui/components/Skeleton'
import { say } from '#ui/lib/say'
import css from './PackDialog.module.css'

type Pack = Schemas['SkillPackMetadata']

/** A pack: its skills, and what the person says of it. */
export function PackDialog({ packId, onClose }: { packId: string; onClose(): void }) {
  const { data, error } = useQuery(packs())
  const pack = data?.find((known) => known.pack_id === packId)
  return (
    <Dialog open onClose={onClose} title={say('Pack {packId}', { packId })}>
      {error && <ErrorNote error={error} />}
      {!data && !error && <Skeleton rows={3} />}
      {data && !pack && <p className="muted">{say('No skill belongs to this pack any more.')}</p>}
      {pack && <PackForm pack={pack} onClose={onClose} />}
    </Dialog>
  )
}

function PackForm({ pack, onClose }: { pack: Pack; onClose(): void }) {
  const [title, setTitle] = useState(pack.title)
  const [description, setDescription] = useState(pack.description ?? '')
  const save = useMutation(describePack())
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    save.mutate(
      {
        pack_id: pack.pack_id,
        title: title.trim(),
        description: description.trim() || null,
        compatibility_target: pack.compatibility_target,
      },
      { onSuccess: onClose },
    )
  }
  const members = pack.members ?? []
  return (
    <form className={css.form} onSubmit={submit}>
      <Field label={say('Title')}>
        {(ids) => (
          <TextInput
            {...ids}
            maxLength={120}
            value={title}
            onChange={(event) => setTitle(event.target.value)}
          />
        )}
      </Field>
      <Field label={say('What it is for')}>
        {(ids) => (
          <TextArea
            {...ids}
            maxLength={1000}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        )}
      </Field>
      <section aria-label={say('Skills in this pack')}>
        <h3>{say('Skills in this pack')}</h3>
        <ul className={css.members}>
          {members.map((member) => (
            <li key={member.import_id ?? member.ability_id ?? member.name}>
              {member.name}{' '}
              <span className="muted">
                {member.ability_id ? say('installed') : say('not installed')}
              </span>
            </li>
          ))}
        </ul>
      </section>
      {save.error && <ErrorNote error={save.error} />}
      <FormFooter
        action={say('Save')}
        busy={save.isPending}
        disabled={title.trim() === ''}
        onCancel={onClose}
      />
    </form>
  )
}
