import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { Header } from '#ui/shell/Header'
import * as read from '#ui/backend/imports'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Page } from '#ui/components/Page'
import { Skeleton } from '#ui/components/Skeleton'
import { say } from '#ui/lib/say'
import { UploadPanel } from './UploadPanel'
import { ImportDetailView } from './ImportDetailView'
import { ImportList } from './ImportList'
import css from './ImportPage.module.css'

const route = getRouteApi('/skills/import')

/** §0C.20: upload, scan, review, stage, install. The list survives a closed window. */
export function ImportPage() {
  const { id } = route.useSearch()
  const navigate = useNavigate()
  const open = useCallback(
    (next: string | undefined) =>
      void navigate({
        to: '/skills/import',
        search: (old: { category?: string }) => ({ ...old, id: next }),
      }),
    [navigate],
  )
  return (
    <>
      <Header title={say('Import Skill Bundle')} />
      <Page label={say('Import Skill Bundle')} flush={id !== undefined}>
        {id ? (
          <ImportById key={id} id={id} onOpen={open} />
        ) : (
          <div className={css.page}>
            <UploadPanel onUploaded={open} />
            <ImportList onOpen={open} />
          </div>
        )}
      </Page>
    </>
  )
}

function ImportById({ id, onOpen }: { id: string; onOpen(id: string | undefined): void }) {
  const query = useQuery(read.importDetail(id))
  if (query.data) return <ImportDetailView detail={query.data} onOpen={onOpen} />
  return (
    <div className={css.page}>
      {query.error ? (
        <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton rows={8} />
      )}
    </div>
  )
}
