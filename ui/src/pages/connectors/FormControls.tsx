import { Field, FieldGroup, Select, TextArea, TextInput } from '#ui/components/Field'
import { Switch } from '#ui/components/Toggle'
import { say } from '#ui/lib/say'
import css from './connectors.module.css'
import type { FormField } from './schemaForm'

type Entering = {
  field: FormField
  text: string
  error: string | undefined
  onEnter(text: string): void
}

/** The controls of a form that a server described. */
export function FormControls({
  fields,
  entered,
  errors,
  onEnter,
}: {
  fields: readonly FormField[]
  entered: ReadonlyMap<string, string>
  errors: ReadonlyMap<string, string>
  onEnter(name: string, text: string): void
}) {
  return fields.map((field) => {
    const Entry = field.kind === 'json' && field.choices.length > 0 ? Choices : Control
    return (
      <Entry
        key={field.name}
        field={field}
        text={entered.get(field.name) ?? field.initial}
        error={errors.get(field.name)}
        onEnter={(text) => onEnter(field.name, text)}
      />
    )
  })
}

/** What a field is called, and whether it may stay empty. */
function wordsOf({ label, name, required }: FormField): string {
  const words = label ?? name
  return required ? words : `${words} (optional)`
}

/** The control of one field of a form. */
function Control({ field, text, error, onEnter }: Entering) {
  const label = wordsOf(field)
  if (field.kind === 'switch')
    return (
      <div className={css.switch}>
        <Switch label={label} on={text === 'true'} onChange={(on) => onEnter(String(on))} />
        <span>{label}</span>
        {field.hint && <span className="muted">{field.hint}</span>}
      </div>
    )
  return (
    <Field
      label={label}
      {...(field.hint ? { hint: field.hint } : {})}
      {...(error ? { error } : {})}
    >
      {(ids) =>
        field.kind === 'choice' ? (
          <Select {...ids} value={text} onChange={(event) => onEnter(event.target.value)}>
            <option value="">{field.required ? say('choose one') : say('none')}</option>
            {[...new Set(field.choices)].map((choice) => (
              <option key={choice} value={choice}>
                {field.labels?.get(choice) ?? choice}
              </option>
            ))}
          </Select>
        ) : field.kind === 'json' ? (
          <TextArea {...ids} value={text} onChange={(event) => onEnter(event.target.value)} />
        ) : (
          <TextInput
            {...ids}
            inputMode={field.kind === 'number' ? 'decimal' : 'text'}
            value={text}
            onChange={(event) => onEnter(event.target.value)}
          />
        )
      }
    </Field>
  )
}

/** Several of the choices of a field. They are entered as JSON. */
function Choices({ field, text, error, onEnter }: Entering) {
  const chosen = new Set<unknown>(text === '' ? [] : (JSON.parse(text) as unknown[]))
  const turn = (choice: string, on: boolean): void =>
    onEnter(JSON.stringify(field.choices.filter((one) => (one === choice ? on : chosen.has(one)))))
  return (
    <FieldGroup label={wordsOf(field)} hint={field.hint}>
      {field.choices.map((choice) => {
        const label = field.labels?.get(choice) ?? choice
        return (
          <div key={choice} className={css.switch}>
            <Switch label={label} on={chosen.has(choice)} onChange={(on) => turn(choice, on)} />
            <span>{label}</span>
          </div>
        )
      })}
      {error && <span role="alert">{error}</span>}
    </FieldGroup>
  )
}
