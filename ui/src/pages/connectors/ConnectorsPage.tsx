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
            Here you will connect tools for your agents, decide what each tool may do, and see which
            identity it used.
          </p>
          <p>Until then, agents use the tools in their own settings. This page changes nothing.</p>
        </EmptyState>
      </Page>
    </>
  )
}
