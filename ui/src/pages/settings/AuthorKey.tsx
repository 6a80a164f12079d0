import { useMutation } from '@tanstack/react-query'
import * as act from '#ui/backend/mutations'
import type { Schemas } from '#ui/backend/types'
import { Button } from '#ui/components/Button'
import { Field, TextInput } from '#ui/components/Field'
import { say } from '#ui/lib/say'
import css from './AuthorChoice.module.css'

/** The key of a server: typed once, kept in the keychain, and never shown again. */
export function AuthorKey({
  response: { key_in: place, no_keychain: noKeychain, secrets_file: secretsFile },
  chosen,
  value,
  onChange,
}: {
  response: Schemas['AuthorSettingsResponse']
  /** The saved server is the one of the form, so that what is known of its key holds. */
  chosen: boolean
  value: string
  onChange(key: string): void
}) {
  const forget = useMutation(act.forgetAuthorKey())
  const kept = chosen ? place : undefined
  const hint =
    kept === 'environment'
      ? say('APPRENTICE_AUTHOR_KEY contains a key. It is used instead of one in the keychain.')
      : noKeychain
        ? say(
            `No key can be kept here: {noKeychain}. Start Apprentice with APPRENTICE_AUTHOR_KEY set
          to the key.`,
            { noKeychain },
          )
        : kept === 'keychain'
          ? secretsFile
            ? say(
                `A key is kept in the encrypted file {secretsFile}, for this address alone. It is
                never shown.`,
                { secretsFile },
              )
            : say('A key is kept in your keychain, for this address alone. It is never shown.')
          : secretsFile
            ? say(
                `It goes into the encrypted file {secretsFile}, for this address alone, and nowhere
                else.`,
                { secretsFile },
              )
            : say(
                'It goes into your keychain, for this address alone. Apprentice does not store it.',
              )
  return (
    <div className={css.wide}>
      <Field label={say('Key')} hint={hint}>
        {(ids) => (
          <span className={css.key}>
            <TextInput
              {...ids}
              type="password"
              autoComplete="new-password"
              maxLength={4096}
              value={value}
              disabled={Boolean(noKeychain)}
              placeholder={kept ? say('•••••••• a key is there') : say('none')}
              onChange={(event) => onChange(event.target.value)}
            />
            {kept === 'keychain' && (
              <Button busy={forget.isPending} onClick={() => forget.mutate()}>
                {say('Forget key')}
              </Button>
            )}
          </span>
        )}
      </Field>
    </div>
  )
}
