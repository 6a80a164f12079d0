import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { FileArchive } from 'lucide-react'
import { useEffect, useState } from 'react'
import { toast } from 'sonner'
import type { Uploaded } from '#ui/backend/importTypes'
import { transport } from '#ui/backend/transport'
import { bundlesOfDrop } from '#ui/domain/imports/bundles'
import { importBundles, importDesktopFiles } from '#ui/domain/imports/transfers'
import css from './DropTarget.module.css'

const holdsFiles = (event: DragEvent): boolean =>
  event.dataTransfer?.types.includes('Files') ?? false

/** The whole window takes a bundle or a folder that is dragged over it. */
export function DropTarget() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const router = useRouter()
  const [over, setOver] = useState(false)
  useEffect(() => {
    // Entering a child leaves its parent; the count says whether the window itself was left.
    let depth = 0
    const enter = (event: DragEvent): void => {
      if (!holdsFiles(event)) return
      depth += 1
      setOver(true)
    }
    const leave = (): void => {
      // What never came in does not go: of a drag that the shell tells of, the web view knows no
      // files.
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
          // Who went elsewhere meanwhile is left there.
          const { pathname, search } = router.state.location
          const waits = pathname === '/skills/import' && !('id' in search && search.id)
          if (first && more.length === 0 && waits)
            void navigate({ to: '/skills/import', search: { id: first.import_id } })
        })
        .catch(() => toast.error('What you dropped could not be read. Nothing was imported.'))
    }
    const drop = (event: DragEvent): void => {
      depth = 0
      setOver(false)
      if (!holdsFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      take(bundlesOfDrop(event.dataTransfer).then((bundles) => importBundles(client, bundles)))
    }
    // A window's web view shows its page no files; the shell does.
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
        <b>Import</b>
        <span className="muted">
          Drop a skill bundle or its folder. It is scanned before anything is installed.
        </span>
      </div>
    </div>
  )
}
