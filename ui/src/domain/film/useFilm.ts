import { useQuery } from '@tanstack/react-query'
import { type RefObject, useCallback, useMemo, useRef, useState } from 'react'
import { toast } from 'sonner'
import { call } from '#ui/backend/client'
import * as read from '#ui/backend/queries'
import { transport } from '#ui/backend/transport'
import type { Schemas } from '#ui/backend/types'
import { say } from '#ui/lib/say'

export type Moment = Schemas['FilmMoment']
type Format = 'html' | 'svg'

/** Where a checkpoint or an input was understood. */
export interface MomentLinks {
  ofCheckpoint(id: string): (() => void) | undefined
  ofInput(name: string): (() => void) | undefined
}

export interface FilmState {
  sessionId: string
  title: string
  /** Absent: not read yet. */
  moments: readonly Moment[] | undefined
  error: Error | null
  retry(): void
  box: RefObject<HTMLDetailsElement | null>
  isOpen: boolean
  setOpen(open: boolean): void
  /** The number of the moment that is shown, beginning at 0. */
  at: number
  show(at: number): void
  save(format: Format): void
  links: MomentLinks
  /** For the palette of the page. */
  commands: Array<{
    id: string
    label: string
    group: 'Review'
    keys?: string
    words: string
    run(): void
  }>
}

const NONE: readonly Moment[] = []

/** The filmstrip of a demonstration, and what can be done with it. `name`: of an exported file. */
export function useFilm(sessionId: string | undefined, name: string): FilmState {
  const [isOpen, setOpen] = useState(false)
  const [chosen, show] = useState(0)
  const box = useRef<HTMLDetailsElement>(null)
  const id = sessionId ?? ''
  const query = useQuery({ ...read.sessionFilmstrip(id), enabled: sessionId !== undefined })
  const title = query.data?.title ?? ''
  const moments = query.data?.moments
  const found = moments ?? NONE
  const open = useCallback((): void => {
    setOpen(true)
    box.current?.scrollIntoView({ block: 'start' })
    box.current?.querySelector('summary')?.focus({ preventScroll: true })
  }, [])
  const save = useCallback(
    (format: Format): void =>
      void call('filmstrip_file', { path: { sessionId: id }, query: { format } })
        .then(({ text }) => transport().save(`${name}-filmstrip.${format}`, text))
        .then(
          (where) => toast.success(say('The filmstrip is saved.'), { description: where }),
          (thrown: unknown) =>
            toast.error(thrown instanceof Error ? thrown.message : String(thrown)),
        ),
    [id, name],
  )
  const links = useMemo((): MomentLinks => {
    const to = (at: number) =>
      at < 0
        ? undefined
        : (): void => {
            show(at)
            open()
          }
    return {
      ofCheckpoint: (wanted) =>
        to(
          found.findIndex(({ checkpoints }) =>
            checkpoints.some(({ checkpoint_id }) => checkpoint_id === wanted),
          ),
        ),
      ofInput: (wanted) =>
        to(found.findIndex(({ inputs }) => inputs.some((input) => input.name === wanted))),
    }
  }, [found, open])
  const commands = useMemo(
    (): FilmState['commands'] =>
      found.length === 0
        ? []
        : [
            {
              id: 'film',
              label: say('Show the filmstrip: {title}', { title }),
              group: 'Review',
              keys: 'r m',
              words: say('video replay recording demonstration steps pictures moments'),
              run: open,
            },
            {
              id: 'film html',
              label: say('Export the filmstrip as HTML: {title}', { title }),
              group: 'Review',
              words: say('video replay save page'),
              run: () => save('html'),
            },
            {
              id: 'film svg',
              label: say('Export the filmstrip as SVG: {title}', { title }),
              group: 'Review',
              words: say('pictures save sheet'),
              run: () => save('svg'),
            },
          ],
    [found, open, save, title],
  )
  return {
    sessionId: id,
    title,
    moments,
    error: query.error,
    retry: () => void query.refetch(),
    box,
    isOpen,
    setOpen,
    at: Math.min(chosen, Math.max(0, found.length - 1)),
    show,
    save,
    links,
    commands,
  }
}
