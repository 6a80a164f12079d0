import { PictureInPicture2 } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '#ui/components/Button'
import { say } from '#ui/lib/say'
import { useCommands } from '#ui/shell/commands'
import { showErrorToast } from '#ui/app/showErrorToast'
import css from './BarWindow.module.css'
import { closeBarWindow, hasBarWindow, openBarWindow, useBarWindow } from './barWindow'

const toggle = (open: boolean): void =>
  open ? closeBarWindow() : void openBarWindow().catch(showErrorToast)

/** Opens the bar as a window above all others, and closes it. Absent where the browser cannot. */
export function BarWindowButton() {
  const open = useBarWindow() !== undefined
  useCommands(
    hasBarWindow()
      ? [
          {
            id: 'bar-window',
            label: open ? say('Close the small window') : say('Keep the bar in sight'),
            group: 'Watching',
            keys: 'm w',
            words: say('picture float on top small window'),
            run: () => toggle(open),
          },
        ]
      : [],
  )
  if (!hasBarWindow()) return null
  return (
    <Button icon={<PictureInPicture2 size={14} />} onClick={() => toggle(open)}>
      {open ? say('Close the small window') : say('Keep in sight')}
    </Button>
  )
}

/** Shows its children in the window of the bar, while that is open; it closes when they end. */
export function BarWindow({ children }: { children: ReactNode }) {
  const open = useBarWindow()
  useEffect(() => closeBarWindow, [])
  return open
    ? createPortal(<div className={css.window}>{children}</div>, open.document.body)
    : null
}
