import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import * as read from '#ui/backend/queries'
import type { Skill } from '#ui/backend/skillList'
import { DescriptionList } from '#ui/components/DescriptionList'
import { Markdown } from '#ui/components/Markdown'
import { splitFrontMatter } from '#ui/components/frontMatter'
import type { ShownCategory } from '#ui/domain/categories'
import { say } from '#ui/lib/say'
import { HEALTH, SOURCE, healthOf } from './skillFilter'

/** Characters of a SKILL.md that a preview shows. */
const SHOWN = 1500

/** What Space shows of a skill: what it does, where it is, and how its text begins. */
export function SkillPeek({
  skill,
  categories,
}: {
  skill: Skill
  categories: readonly ShownCategory[]
}) {
  // Deferred, so that arrow keys move on without waiting for the text of each row.
  const path = useDeferredValue(skill.path)
  const content = useQuery({
    ...read.skillContent(path ?? ''),
    enabled: path !== undefined && path === skill.path,
  })
  const body = path === skill.path && content.data && splitFrontMatter(content.data.content).body
  return (
    <>
      <h2>{skill.name}</h2>
      <p className="muted">{skill.description}</p>
      <DescriptionList
        facts={[
          [say('Agents'), skill.agentNames.join(', ')],
          [say('Health'), HEALTH.find(({ value }) => value === healthOf(skill))?.label],
          [say('Source'), SOURCE[skill.source]],
          [say('Categories'), categories.map(({ title }) => title).join(', ')],
          [say('Not usable'), skill.reason],
          [say('Folder'), skill.path && <code key="path">{skill.path}</code>],
        ]}
      />
      {body && <Markdown text={body.length > SHOWN ? `${body.slice(0, SHOWN)}…` : body} />}
    </>
  )
}
