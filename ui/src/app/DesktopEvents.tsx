import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { toast } from 'sonner'
import { type DesktopEvent, transport } from '#ui/backend/transport'
import { Button } from '#ui/components/Button'
import { Dialog } from '#ui/components/Dialog'
import { useAllCommands } from '#ui/shell/commands'
import { say } from '#ui/lib/say'
import css from './DesktopEvents.module.css'

/**
 * How long a request to mark a step from the tray waits for this page to load the session that is
 * watched. The tray knows of the session before the page does.
 */
const MARK_WAIT_MS = 10_000

/**
 * Handles the events of the desktop shell: followed links, entries of the tray menu, a window that
 * is about to close.
 */
export function DesktopEvents() {
  const navigate = useNavigate()
  const commands = useAllCommands()
  const [closing, setClosing] = useState(false)
  const mark = commands.find((command) => command.id === 'mark-step')
  /** When the tray asked for a mark before this page could take one (milliseconds). */
  const asked = useRef(0)
  useEffect(() => {
    if (!mark || Date.now() - asked.current > MARK_WAIT_MS) return
    asked.current = 0
    mark.run()
  }, [mark])
  const hear = useRef<(word: DesktopEvent) => void>(() => undefined)
  useEffect(() => {
    hear.current = (word) => {
      if (word.kind === 'close_asked') setClosing(true)
      else if (word.kind === 'mark_step') {
        if (mark) mark.run()
        else asked.current = Date.now()
      } else if (word.kind === 'go') {
        void navigate({ to: word.path, search: word.search as never })
        if (word.note) toast.info(word.note)
      }
    }
  })
  useEffect(() => transport().desktop?.listen((word) => hear.current(word)), [])
  const answer = (choice: 'background' | 'quit' | 'cancel'): void => {
    setClosing(false)
    transport().desktop?.closeWindow(choice)
  }
  return (
    <Dialog
      open={closing}
      onClose={() => answer('cancel')}
      title={say('Apprentice is watching')}
      description={say(`Keep watching in the background, or quit? If you quit, the demonstration is paused and
          you can resume it later. You can choose in Settings what closing the window does.`)}
    >
      <footer className={css.buttons}>
        <Button look="ghost" onClick={() => answer('cancel')}>
          {say('Cancel')}
        </Button>
        <Button onClick={() => answer('quit')}>{say('Quit Apprentice')}</Button>
        <Button look="primary" autoFocus onClick={() => answer('background')}>
          {say('Keep watching')}
        </Button>
      </footer>
    </Dialog>
  )
}
