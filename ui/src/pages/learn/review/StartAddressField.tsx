import { Field, TextInput } from '#ui/components/Field'
import { urlProblem } from '#ui/domain/webAddress'
import { say } from '#ui/lib/say'

/** Where the watched window opens, when what was demonstrated is done or looked at once more. */
export function StartAddressField({
  value,
  placeholder,
  onChange,
}: {
  value: string
  placeholder: string
  onChange(address: string): void
}) {
  return (
    <Field
      label={say('Start address')}
      error={urlProblem(value)}
      hint={say('Where the watched window opens. Leave empty for the start of the demonstration.')}
    >
      {(ids) => (
        <TextInput
          {...ids}
          autoFocus
          placeholder={placeholder}
          maxLength={2000}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
