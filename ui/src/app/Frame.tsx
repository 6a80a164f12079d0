import { Outlet } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { DrawerSlot } from '#ui/shell/Drawer'
import { CategoryDialogs } from '#ui/domain/CategoryDialogs'
import { ObservationBanner } from './observation/ObservationBanner'
import { DragGhost } from './DragGhost'
import { DropTarget } from './DropTarget'
import css from './Frame.module.css'
import { ShortcutsDialog } from './ShortcutsDialog'
import { Notices } from './Notices'
import { Palette } from './Palette'
import { DesktopEvents } from './DesktopEvents'
import { Sidebar } from './Sidebar'
import { WhichFits } from './WhichFits'
import { EngineAlert } from './EngineAlert'
import { type Command, useCommands, useHotkeys } from '#ui/shell/commands'
import { useGlobalCommands } from './globalCommands'
import { usePref } from '#ui/lib/prefs'
import { scaled, useLook } from '#ui/lib/look'
import { say } from '#ui/lib/say'
import { useMediaQuery } from './useMediaQuery'

/** The frame of the window: sidebar, page, drawer, and the banner while something is watched. */
export function Frame() {
  const [chosen, setFolded] = usePref('sidebar-folded', false)
  // At 200 % zoom the sidebar folds, so that the page has enough room.
  // So it does for larger text in a window of any size.
  const narrow = useMediaQuery(`(max-width: ${scaled(640, useLook())}px)`)
  const folded = chosen || narrow
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  useHotkeys()
  useGlobalCommands()
  useCommands(
    useMemo<Command[]>(
      () => [
        {
          id: 'sidebar',
          label: folded ? say('Expand the sidebar') : say('Collapse the sidebar'),
          group: 'View',
          keys: 'mod+b',
          run: () => setFolded(!folded),
        },
      ],
      [folded, setFolded],
    ),
  )
  return (
    <div className={css.frame}>
      <a
        href="#main"
        className={css.skip}
        onClick={(event) => (event.preventDefault(), document.getElementById('main')?.focus())}
      >
        {say('Skip to the page')}
      </a>
      <Sidebar folded={folded} onFold={() => setFolded(!folded)} />
      <div className={css.right}>
        <EngineAlert />
        <div className={css.middle}>
          <main id="main" className={css.main} tabIndex={-1}>
            <DrawerSlot value={slot}>
              <Outlet />
            </DrawerSlot>
          </main>
          <div ref={setSlot} className={css.slot} />
        </div>
        <Notices />
        <ObservationBanner />
      </div>
      <Palette />
      <ShortcutsDialog />
      <WhichFits />
      <CategoryDialogs />
      <DropTarget />
      <DragGhost />
      <DesktopEvents />
    </div>
  )
}
