import { RadioGroup } from 'radix-ui'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { Field, FieldGroup, TextInput } from '#ui/components/Field'
import { FormFooter } from '#ui/components/FormFooter'
import { say } from '#ui/lib/say'
import css from './CategoryForm.module.css'
import { COLORS, type Categories, isColor, titleProblem } from './categories'

interface Props {
  categories: Categories
  /** The id of the category that is edited, so that its own title does not count as taken. */
  own?: string
  title?: string
  color: string
  action: string
  onSave(title: string, color: string): void
  onCancel(): void
}

/** Name and colour of a category. Small enough for a menu. */
export function CategoryForm({
  categories,
  own,
  title = '',
  color,
  action,
  onSave,
  onCancel,
}: Props) {
  const [name, setName] = useState(title)
  const [chosen, setChosen] = useState(color)
  const fault = titleProblem(name, categories.all, own)
  const ready = name.trim() !== '' && !fault && isColor(chosen)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (ready) onSave(name.trim(), chosen)
  }
  // Stops the menu around the form from using letters for typeahead and arrows for navigation.
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation()
    if (event.key !== 'Escape') return
    event.preventDefault()
    onCancel()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form className={css.form} aria-label={action} onSubmit={submit} onKeyDown={onKeyDown}>
      <Field label={say('Name')} error={fault}>
        {(ids) => (
          <TextInput
            {...ids}
            autoFocus
            maxLength={80}
            placeholder={say('Litigation')}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <FieldGroup label={say('Colour')}>
        <div className={css.colors}>
          <RadioGroup.Root
            className={css.swatches}
            aria-label={say('Colour')}
            value={chosen.toUpperCase()}
            onValueChange={setChosen}
            orientation="horizontal"
          >
            {COLORS.map(({ name: word, value }) => (
              <RadioGroup.Item
                key={value}
                value={value.toUpperCase()}
                className={css.swatch}
                style={{ background: value }}
                aria-label={word}
                title={word}
              />
            ))}
          </RadioGroup.Root>
          <TextInput
            aria-label={say('Other colour')}
            className={css.hex}
            maxLength={7}
            value={chosen}
            aria-invalid={isColor(chosen) ? undefined : true}
            title={isColor(chosen) ? undefined : say('Six digits after #, such as #6366F1')}
            onChange={(event) => setChosen(event.target.value)}
          />
        </div>
      </FieldGroup>
      <FormFooter action={action} disabled={!ready} onCancel={onCancel} />
    </form>
  )
}
