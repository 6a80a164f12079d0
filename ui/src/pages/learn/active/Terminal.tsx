import { FitAddon } from '@xterm/addon-fit'
import { Terminal as Xterm } from '@xterm/xterm'
import '@xterm/xterm/css/xterm.css'
import { useEffect, useRef, useState } from 'react'
import { toBackendError } from '#ui/backend/errors'
import { openTerminal, resizeTerminal, terminalInput } from '#ui/backend/mutations'
import { useMutation } from '@tanstack/react-query'
import { follow } from '#ui/backend/stream'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Button } from '#ui/components/Button'
import { scaled } from '#ui/lib/look'
import { say } from '#ui/lib/say'
import css from './TerminalDock.module.css'
import { forgetTerminal, inOrder, keepTerminal, terminalOf } from './terminals'

/** A shell over the engine's PTY. It stays open when the person leaves the page. */
export default function Terminal({ ownerId }: { ownerId: string }) {
  const [attempt, setAttempt] = useState(0)
  return (
    <Screen
      key={`${ownerId} ${attempt}`}
      ownerId={ownerId}
      onAgain={() => setAttempt(attempt + 1)}
    />
  )
}

function Screen({ ownerId, onAgain }: { ownerId: string; onAgain(): void }) {
  const box = useRef<HTMLDivElement>(null)
  const [over, setOver] = useState(false)
  const [failure, setFailure] = useState<Error>()
  const { mutateAsync: open } = useMutation(openTerminal())

  useEffect(() => {
    const place = box.current
    if (!place) return undefined
    const term = new Xterm({
      fontFamily: "'JetBrains Mono', monospace",
      fontSize: scaled(12),
      lineHeight: 1.25,
      cursorBlink: !matchMedia('(prefers-reduced-motion: reduce)').matches,
      theme: colours(),
      screenReaderMode: true,
      scrollback: 5000,
    })
    const fit = new FitAddon()
    term.loadAddon(fit)
    term.open(place)
    fit.fit()
    let gone = false
    let stop: (() => void) | undefined
    let id = terminalOf(ownerId)

    const attach = (terminalId: string): void => {
      const send = inOrder((data) => terminalInput(terminalId, data))
      term.onData(send)
      term.onResize(
        ({ cols, rows }) => void resizeTerminal(terminalId, cols, rows).catch(() => undefined),
      )
      stop = follow(`/api/terminals/${terminalId}/output`, {
        onFrame(frame) {
          if (frame.event === 'output') term.write(bytes(String(frame.data)))
          if (frame.event === 'ended') {
            forgetTerminal(ownerId)
            setOver(true)
          }
        },
        onState(state, { gap, error }) {
          // A new stream starts with the whole screen, so the old one is cleared.
          if (gap) term.reset()
          if (state === 'down' && error?.code === 'NOT_FOUND') {
            forgetTerminal(ownerId)
            setOver(true)
          }
        },
      })
      void resizeTerminal(terminalId, term.cols, term.rows).catch(() => undefined)
    }
    if (id) attach(id)
    else {
      open({ columns: Math.max(20, term.cols), rows: Math.max(5, term.rows) })
        .then((answer) => {
          id = answer.terminal_id
          keepTerminal(ownerId, id)
          if (!gone) attach(id)
        })
        .catch((thrown: unknown) => !gone && setFailure(toBackendError(thrown)))
    }

    const observer = new ResizeObserver(() => fit.fit())
    observer.observe(place)
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    const repaint = (): void => void (term.options.theme = colours())
    scheme.addEventListener('change', repaint)
    const themed = new MutationObserver(repaint)
    themed.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      gone = true
      stop?.()
      observer.disconnect()
      themed.disconnect()
      scheme.removeEventListener('change', repaint)
      term.dispose()
    }
  }, [ownerId, open])

  if (failure) return <ErrorNote error={failure} onRetry={onAgain} />
  return (
    <>
      <div ref={box} className={css.screen} data-testid="terminal" />
      {over && (
        <p className={css.over}>
          {say('The shell has ended.')} <Button onClick={onAgain}>{say('Open another')}</Button>
        </p>
      )}
    </>
  )
}

function bytes(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
}

/** xterm needs colours instead of CSS variables, so this reads what the variables are now. */
function colours(): Record<string, string> {
  const probe = document.createElement('span')
  // During a transition, the old colour would be read.
  probe.style.setProperty('transition', 'none', 'important')
  document.body.append(probe)
  const of = (token: string): string => {
    probe.style.color = `var(${token})`
    return getComputedStyle(probe).color
  }
  const theme = {
    background: of('--panel'),
    foreground: of('--ink'),
    cursor: of('--accent'),
    cursorAccent: of('--panel'),
    selectionBackground: '#6366f155',
    black: of('--ink'),
    red: of('--bad'),
    green: of('--ok'),
    yellow: of('--warn'),
    blue: of('--accent-ink'),
    magenta: of('--accent-ink'),
    cyan: of('--ok'),
    white: of('--ink-2'),
    brightBlack: of('--ink-3'),
  }
  probe.remove()
  return theme
}
