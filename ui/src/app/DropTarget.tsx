import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { FileArchive } from 'lucide-react'
import { useEffect, useState } from 'react'
import { toast } from 'sonner'
import type { Uploaded } from '#ui/backend/importTypes'
import { transport } from '#ui/backend/transport'
import { bundlesOfDrop } from '#ui/domain/imports/bundles'
import { importBundles, importDesktopFiles } from '#ui/domain/imports/transfers'
import { say } from '#ui/lib/say'
import css from './DropTarget.module.css'

const holdsFiles = (event: DragEvent): boolean =>
  event.dataTransfer?.types.includes('Files') ?? false

/** Imports a bundle or a folder that is dropped anywhere on the window. */
export function DropTarget() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const router = useRouter()
  const [over, setOver] = useState(false)
  useEffect(() => {
    // A pointer that enters a child element leaves its parent. The depth tells whether it left the
    // window.
    let depth = 0
    const enter = (event: DragEvent): void => {
      if (!holdsFiles(event)) return
      depth += 1
      setOver(true)
    }
    const leave = (): void => {
      // During a drag that the shell reports, the web view sees no files, so `enter` did not count.
      if (depth === 0) return
      depth -= 1
      if (depth === 0) setOver(false)
    }
    const move = (event: DragEvent): void => {
      if (!holdsFiles(event)) return
      // Without this the web view would open the file.
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
    }
    const take = (coming: Promise<Array<Uploaded | undefined>>): void => {
      void navigate({ to: '/skills/import' })
      void coming
        .then(([first, ...more]) => {
          // Do not navigate when the person has opened another page in the meantime.
          const { pathname, search } = router.state.location
          const waits = pathname === '/skills/import' && !('id' in search && search.id)
          if (first && more.length === 0 && waits)
            void navigate({ to: '/skills/import', search: { id: first.import_id } })
        })
        .catch(() => toast.error(say('The dropped files could not be read. Nothing was imported.')))
    }
    const drop = (event: DragEvent): void => {
      depth = 0
      setOver(false)
      if (!holdsFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      take(bundlesOfDrop(event.dataTransfer).then((bundles) => importBundles(client, bundles)))
    }
    // The web view of the desktop window does not see dropped files. The shell reports them.
    const { desktop } = transport()
    const unhear = desktop?.listen((word) => {
      if (word.kind === 'dragged') setOver(word.over)
      if (word.kind === 'dropped') take(importDesktopFiles(client, desktop, word.offered))
    })
    window.addEventListener('dragenter', enter)
    window.addEventListener('dragleave', leave)
    window.addEventListener('dragover', move)
    window.addEventListener('drop', drop)
    return () => {
      unhear?.()
      window.removeEventListener('dragenter', enter)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('dragover', move)
      window.removeEventListener('drop', drop)
    }
  }, [client, navigate, router])
  if (!over) return null
  return (
    <div className={css.over} role="status">
      <div className={css.card}>
        <FileArchive size={28} aria-hidden />
        <b>{say('Import')}</b>
        <span className="muted">
          {say('Drop a skill bundle or its folder. It is scanned before anything is installed.')}
        </span>
      </div>
    </div>
  )
}
