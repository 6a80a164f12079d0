import { ListChecks, Repeat2 } from 'lucide-react'
import { Header } from '#ui/shell/Header'
import { EmptyState } from '#ui/components/EmptyState'
import { Page } from '#ui/components/Page'

const PAGES = {
  tasks: {
    title: 'Tasks',
    icon: <ListChecks />,
    text:
      'Your agents manage their own tasks. Apprentice neither stores nor runs tasks; it teaches ' +
      'the abilities that they need.',
  },
  automations: {
    title: 'Automations',
    icon: <Repeat2 />,
    text:
      'Your agents manage their own schedules and triggers. Apprentice starts nothing by ' +
      'itself, but theirs can use what you teach here.',
  },
} as const

/** Tasks and Automations belong to the agents; this page says so. */
export function ElsewherePage({ what }: { what: keyof typeof PAGES }) {
  const { title, icon, text } = PAGES[what]
  return (
    <>
      <Header title={title} />
      <Page label={title}>
        <EmptyState icon={icon} title="Managed by your agents">
          <p>{text}</p>
          <p>There is nothing to show yet.</p>
        </EmptyState>
      </Page>
    </>
  )
}
