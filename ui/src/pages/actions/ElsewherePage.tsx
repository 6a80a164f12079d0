import { ListChecks, Repeat2 } from 'lucide-react'
import { Header } from '#ui/shell/Header'
import { EmptyState } from '#ui/components/EmptyState'
import { Page } from '#ui/components/Page'

const SAYS = {
  tasks: {
    title: 'Tasks',
    icon: <ListChecks />,
    text: 'Tasks are kept by the agents you use. Apprentice neither stores nor runs them; it teaches the abilities that they need.',
  },
  automations: {
    title: 'Automations',
    icon: <Repeat2 />,
    text: 'Schedules and triggers are kept by the agents you use. Apprentice starts nothing by itself; what you teach here can be called by theirs.',
  },
} as const

/** Tasks and Automations belong to the agents; this page says so. */
export function ElsewherePage({ what }: { what: keyof typeof SAYS }) {
  const { title, icon, text } = SAYS[what]
  return (
    <>
      <Header title={title} />
      <Page label={title}>
        <EmptyState icon={icon} title="Kept elsewhere">
          <p>{text}</p>
          <p>Nothing is known of any yet.</p>
        </EmptyState>
      </Page>
    </>
  )
}
