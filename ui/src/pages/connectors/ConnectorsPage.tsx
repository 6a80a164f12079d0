import { Blocks } from 'lucide-react'
import { Header } from '#ui/shell/Header'
import { EmptyState } from '#ui/components/EmptyState'
import { Page } from '#ui/components/Page'

/** Says that connectors are not built yet. */
export function ConnectorsPage() {
  return (
    <>
      <Header title="Connectors" />
      <Page label="Connectors">
        <EmptyState icon={<Blocks />} title="Not built yet">
          <p>
            Here you will connect tools that your agents may use, decide what each may do, and see
            with which identity it was done.
          </p>
          <p>
            Until then agents use the tools of their own settings. Nothing on this page changes
            anything.
          </p>
        </EmptyState>
      </Page>
    </>
  )
}
