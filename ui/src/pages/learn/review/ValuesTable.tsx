import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, Undo2 } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import * as act from '#ui/backend/mutations'
import * as read from '#ui/backend/queries'
import type { ProposalDetail } from '#ui/backend/types'
import { Badge } from '#ui/components/Badge'
import { Button, IconButton } from '#ui/components/Button'
import { ErrorNote } from '#ui/components/ErrorNote'
import { TextInput } from '#ui/components/Field'
import { Menu } from '#ui/components/Menu'
import { Segmented } from '#ui/components/Segmented'
import { MomentButton } from '#ui/domain/film/MomentButton'
import type { MomentLinks } from '#ui/domain/film/useFilm'
import { type Undo, dropUndo, keepUndo } from '#ui/lib/undo'
import { type Command, useCommands } from '#ui/shell/commands'
import { say } from '#ui/lib/say'
import {
  answered,
  answersOf,
  asName,
  CHANGE_LABEL,
  SWITCH_LABEL,
  changeOf,
  corrected,
  type DemonstratedValue,
  type ValueAnswer,
  type ValueChange,
} from './values'
import css from './ValuesTable.module.css'

/** Rows that are always the same are folded behind this many. */
const FIRST = 8

const EDITED = say(
  'Inputs and checkpoints follow at once. The SKILL.md was edited by hand and stays as it is.',
)

/** The answers, shown at once and sent one after the other. */
function useAnswers(detail: ProposalDetail) {
  const id = detail.proposal.proposal_id
  const client = useQueryClient()
  const [sent, setSent] = useState<ValueAnswer[]>()
  const [kept, setKept] = useState<readonly Undo[]>([])
  const open = useRef(0)
  const values = detail.values ?? []
  const { mutate, error, reset, isPending } = useMutation({
    ...act.reviseValues(id),
    scope: { id: `values of ${id}` },
  })
  const answers = sent ?? answersOf(values)
  const send = (next: ValueAnswer[], onError?: () => void): void => {
    open.current += 1
    reset()
    setSent(next)
    mutate(
      { values: next },
      {
        onSuccess: (found) => client.setQueryData(read.proposalDetail(id).queryKey, found),
        onError,
        onSettled: () => {
          open.current -= 1
          if (open.current === 0) setSent(undefined)
        },
      },
    )
  }
  const newest = useRef(send)
  useEffect(() => {
    newest.current = send
  })
  const correct = (example: string, change: Partial<ValueAnswer>): void => {
    const past = answers
    const forget = (): void => setKept((all) => all.filter((one) => one !== undo))
    // Ctrl+Z and the button take back the same correction, the newest first.
    const undo: Undo = keepUndo(say('“{example}” was corrected.', { example }), () => {
      forget()
      newest.current(past)
    })
    setKept((all) => [...all, undo])
    send(corrected(values, answers, example, change), () => {
      dropUndo(undo)
      forget()
    })
  }
  return {
    rows: sent ? answered(values, sent) : values,
    error,
    busy: isPending,
    correct,
    undo: kept.at(-1)?.run,
  }
}

/** Which demonstrated values change from run to run, what they are called, where they come from. */
export function ValuesTable({
  detail,
  disabled,
  moments,
  children,
}: {
  detail: ProposalDetail
  disabled?: string
  /** Where each was typed or chosen in the demonstration. */
  moments?: MomentLinks
  /** What else settles which values change. */
  children?: ReactNode
}) {
  const { rows, error, busy, correct, undo } = useAnswers(detail)
  const [all, setAll] = useState(false)
  const heading = useId()
  const body = useRef<HTMLTableSectionElement>(null)
  const commands = useMemo(
    (): Command[] => [
      {
        id: 'review values',
        label: say('What changes next time?'),
        group: 'Review',
        keys: 'v',
        words: say('inputs values variables names constant same'),
        run: () => {
          document.getElementById(heading)?.scrollIntoView({ block: 'start' })
          const first = body.current?.querySelector<HTMLElement>('[role="radio"][tabindex="0"]')
          first?.focus({ preventScroll: true })
        },
      },
    ],
    [heading],
  )
  useCommands(commands)
  // Chosen once, so that a corrected row stays where it is.
  const [folded] = useState(
    () =>
      new Set(
        rows
          .filter((row, at) => at >= FIRST && !row.changes && !row.decided)
          .map((row) => row.example),
      ),
  )
  const shown = all ? rows : rows.filter((row) => !folded.has(row.example))
  return (
    <section className={css.values} aria-labelledby={heading} aria-busy={busy}>
      <header className={css.head}>
        <div>
          <h3 id={heading}>{say('What changes next time?')}</h3>
          {rows.length > 0 && (
            <p className="faint">
              {disabled ??
                (detail.skill_md_edited
                  ? EDITED
                  : detail.author
                    ? say('Correct any value. The rules then rewrite the draft.')
                    : say('Correct any value. The draft changes immediately.'))}
            </p>
          )}
        </div>
        <div className={css.buttons}>
          {undo && !disabled && (
            <Button icon={<Undo2 size={13} />} onClick={undo}>
              {say('Undo')}
            </Button>
          )}
          {children}
        </div>
      </header>
      {error && <ErrorNote error={error} />}
      {rows.length > 0 ? (
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{say('Value')}</th>
              <th scope="col">{say('Name')}</th>
              <th scope="col">{say('Next time')}</th>
              <th scope="col">{say('Why')}</th>
            </tr>
          </thead>
          <tbody ref={body} onKeyDown={moveByKey}>
            {shown.map((row) => (
              <Row
                key={row.example}
                row={row}
                disabled={disabled !== undefined}
                onMoment={moments?.ofInput(row.name)}
                onChange={(change) => correct(row.example, change)}
              />
            ))}
          </tbody>
        </table>
      ) : (
        <p className="faint">
          {say(
            'Nothing was typed, chosen or picked that could change. The task is the same every time.',
          )}
        </p>
      )}
      {folded.size > 0 && rows.length > shown.length && (
        <Button look="ghost" onClick={() => setAll(true)}>
          {say('Show {count, plural, one {# more value} other {# more values}}', {
            count: rows.length - shown.length,
          })}
        </Button>
      )}
    </section>
  )
}

/** Up and down lead to the same control of the next row. */
function moveByKey(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const from = event.target instanceof HTMLElement ? event.target : undefined
  const cell = from?.closest('td')
  const row = cell?.parentElement
  if (!step || !from || !cell || !row || from.getAttribute('aria-haspopup')) return
  const next = step > 0 ? row.nextElementSibling : row.previousElementSibling
  const column = [...row.children].indexOf(cell)
  const target = next?.children[column]?.querySelector<HTMLElement>(
    'input, [role="radio"][tabindex="0"], [role="radio"][data-state="checked"]',
  )
  event.preventDefault()
  event.stopPropagation()
  target?.focus()
}

function Row({
  row,
  disabled,
  onMoment,
  onChange,
}: {
  row: DemonstratedValue
  disabled: boolean
  onMoment: (() => void) | undefined
  onChange(change: Partial<ValueAnswer>): void
}) {
  const now = changeOf(row)
  // The switch says where a changing value comes from, if it is not the request.
  const changing = now === 'same' ? 'changes' : now
  const item = (change: ValueChange) => ({
    label: CHANGE_LABEL[change],
    disabled: now === change,
    onSelect: () => onChange({ changes: change }),
  })
  const toggle = (event: KeyboardEvent<HTMLElement>): void => {
    const onSwitch = event.target instanceof HTMLElement && event.target.role === 'radio'
    if (!onSwitch || (event.key !== 'Enter' && event.key !== ' ')) return
    event.preventDefault()
    event.stopPropagation()
    onChange({ changes: now === 'same' ? 'changes' : 'same' })
  }
  return (
    <tr data-same={now === 'same' || undefined} data-input={row.name} tabIndex={-1}>
      <td className={css.value}>
        <div className={css.shown}>
          <span dir="auto" className="clip" title={row.example}>
            {row.example}
          </span>
          <MomentButton of={row.example} onShow={onMoment} />
        </div>
      </td>
      <td className={css.name}>
        {disabled || now === 'same' ? (
          <code className="faint clip" title={row.name}>
            {row.name}
          </code>
        ) : (
          <NameInput key={row.name} row={row} onChange={(name) => onChange({ name })} />
        )}
      </td>
      <td className={css.next}>
        {disabled ? (
          CHANGE_LABEL[now]
        ) : (
          <div className={css.switch} onKeyDownCapture={toggle}>
            <Segmented
              label={say('Next time, “{example}”', { example: row.example })}
              value={now}
              choices={[
                { value: changing, label: SWITCH_LABEL[changing] },
                { value: 'same', label: CHANGE_LABEL.same },
              ]}
              onChange={(changes) => onChange({ changes })}
            />
            <Menu items={[item('changes'), item('same'), 'line', item('read'), item('derived')]}>
              <IconButton label={say('Where “{example}” comes from', { example: row.example })}>
                <ChevronDown size={14} />
              </IconButton>
            </Menu>
          </div>
        )}
      </td>
      <td className={css.why}>
        {row.decided ? (
          <Badge tone="accent" title={row.evidence}>
            {say('you said so')}
          </Badge>
        ) : (
          <bdi>{row.evidence}</bdi>
        )}
      </td>
    </tr>
  )
}

function NameInput({ row, onChange }: { row: DemonstratedValue; onChange(name: string): void }) {
  const [text, setText] = useState(row.name)
  const save = (): void => {
    const name = asName(text)
    setText(name || row.name)
    if (name && name !== row.name) onChange(name)
  }
  return (
    <TextInput
      aria-label={say('Name of “{example}”', { example: row.example })}
      className={css.input}
      maxLength={60}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save()
        if (event.key === 'Escape' && text !== row.name) {
          event.stopPropagation()
          setText(row.name)
        }
      }}
    />
  )
}
