import type { AgentPractice, PracticeTry } from '#ui/backend/types'
import { DescriptionList } from '#ui/components/DescriptionList'
import { DEFAULT_TRIES, resultWords } from '#ui/domain/agentRuns/practiceWords'
import { MINUTES } from '#ui/domain/agentRuns/runRequest'
import { costOf } from '#ui/domain/agentRuns/runWords'
import { Box, Files, IsolationBox, Plan, PolicyBox } from '#ui/pages/learn/runs/RunSide'
import css from '#ui/pages/learn/runs/RunSide.module.css'

/** Facts beside a practice: what it is for, what it may take and do, and what the shown try used and changed. */
export function PracticeSide({
  practice: { plan, policy, isolation, agent_label, lessons },
  one,
}: {
  practice: AgentPractice
  one: PracticeTry | undefined
}) {
  const cost = one && costOf(one.usage)
  return (
    <aside className={css.side} aria-label="Facts">
      <DescriptionList
        facts={[
          ['Agent', one?.agent_version ? `${agent_label} ${one.agent_version}` : agent_label],
          [
            'Budget',
            `${plan.tries ?? DEFAULT_TRIES} tries of ${plan.minutes ?? MINUTES.usual} minutes`,
          ],
          ['Actions', one && `${one.action_count} of ${policy.max_actions}`],
          ['Cost', cost && `${cost}, as the agent says`],
          ['Copies of', plan.folder],
        ]}
      />
      <Box title="Must be true at the end">
        <ul>
          {plan.results.map((result, at) => (
            <li key={at}>{resultWords(result)}</li>
          ))}
        </ul>
      </Box>
      {lessons.length > 0 && (
        <Box title="Learned so far">
          <ul>
            {lessons.map((lesson) => (
              <li key={lesson}>{lesson}</li>
            ))}
          </ul>
        </Box>
      )}
      {one && one.plan.length > 0 && (
        <Box title="Plan">
          <Plan plan={one.plan} />
        </Box>
      )}
      {one && (
        <Box title="Changed in its folder">
          <Files run={one} />
        </Box>
      )}
      <PolicyBox policy={policy} ends="practice" />
      <IsolationBox isolation={isolation} />
    </aside>
  )
}
