import { type QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { type Register, RouterProvider } from '@tanstack/react-router'
import { Direction } from 'radix-ui'
import { useEffect } from 'react'
import { toBackendError } from '#ui/backend/errors'
import { startEventStream } from '#ui/backend/events'
import * as read from '#ui/backend/queries'
import { TooltipProvider } from '#ui/components/Tooltip'
import { currentDirection } from '#ui/lib/language'
import { TokenRequired } from './TokenRequired'
import { applyTheme } from '#ui/shell/theme'

export function App({ client, router }: { client: QueryClient; router: Register['router'] }) {
  return (
    <QueryClientProvider client={client}>
      <Direction.Provider dir={currentDirection()}>
        <TooltipProvider delayDuration={500} skipDelayDuration={200}>
          <LoadedApp client={client} router={router} />
        </TooltipProvider>
      </Direction.Provider>
    </QueryClientProvider>
  )
}

function LoadedApp({ client, router }: { client: QueryClient; router: Register['router'] }) {
  const settings = useQuery(read.settings())
  const locked = settings.error ? toBackendError(settings.error).code === 'UNAUTHORIZED' : false
  useEffect(() => (locked ? undefined : startEventStream(client)), [client, locked])
  const theme = settings.data?.settings.theme
  useEffect(() => {
    if (theme) applyTheme(theme)
  }, [theme])
  const firstRun = settings.data && !settings.data.settings.first_run_done
  useEffect(() => {
    // Only when the person opened the start page. A link to another page leads there.
    if (firstRun && ['/', '/learn/new'].includes(router.state.location.pathname))
      void router.navigate({ to: '/welcome', replace: true })
  }, [firstRun, router])
  return locked ? <TokenRequired /> : <RouterProvider router={router} />
}
