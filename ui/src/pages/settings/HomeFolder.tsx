import { useMutation, useQuery } from '@tanstack/react-query'
import { FolderOpen } from 'lucide-react'
import { useMemo } from 'react'
import { useCommands } from '#ui/shell/commands'
import * as act from '#ui/backend/mutations'
import * as read from '#ui/backend/queries'
import { transport } from '#ui/backend/transport'
import { Button } from '#ui/components/Button'
import { CopyableText } from '#ui/components/CopyableText'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Skeleton } from '#ui/components/Skeleton'
import { Say, say } from '#ui/lib/say'
import css from './Data.module.css'

/** The home folder, and how to move it. Apprentice cannot move it while it runs. */
export function HomeFolder() {
  const doctor = useQuery(read.doctor())
  const { mutate: open, isPending } = useMutation(act.openFolder())
  const home = doctor.data?.home
  const desktop = transport().desktop !== undefined
  useCommands(
    useMemo(
      () =>
        home && desktop
          ? [
              {
                id: 'home-folder',
                label: say('Open the home folder'),
                group: 'View' as const,
                words: say('data files'),
                run: () => open(home),
              },
            ]
          : [],
      [home, desktop, open],
    ),
  )
  if (!home)
    return doctor.error ? (
      <ErrorNote error={doctor.error} onRetry={() => void doctor.refetch()} />
    ) : (
      <Skeleton rows={2} />
    )
  return (
    <>
      <CopyableText text={home} />
      {desktop && (
        <div>
          <Button icon={<FolderOpen size={14} />} busy={isPending} onClick={() => open(home)}>
            {say('Open the folder')}
          </Button>
        </div>
      )}
      <p className={css.help}>
        <Say
          text={`To move it: quit Apprentice, move the folder, then start Apprentice with
          <code>APPRENTICE_HOME</code> set to the new path (the command line also has
          <code>--home</code>).`}
          values={{ code: (inner) => <code>{inner}</code> }}
        />
      </p>
    </>
  )
}
