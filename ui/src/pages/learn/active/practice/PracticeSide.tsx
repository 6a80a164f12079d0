import type { AgentPractice, PracticeTry } from '#ui/backend/types'
import { DescriptionList } from '#ui/components/DescriptionList'
import { DEFAULT_TRIES, resultWords } from '#ui/domain/agentRuns/practiceWords'
import { MINUTES } from '#ui/domain/agentRuns/runRequest'
import { costOf } from '#ui/domain/agentRuns/runWords'
import { Box, Files, IsolationBox, Plan, PolicyBox } from '#ui/pages/learn/runs/RunSide'
import css from '#ui/pages/learn/runs/RunSide.module.css'
import { say } from '#ui/lib/say'

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
    <aside className={css.side} aria-label={say('Facts')}>
      <DescriptionList
        facts={[
          [say('Agent'), one?.agent_version ? `${agent_label} ${one.agent_version}` : agent_label],
          [
            say('Budget'),
            say('{tries} tries of {minutes} minutes', {
              tries: plan.tries ?? DEFAULT_TRIES,
              minutes: plan.minutes ?? MINUTES.usual,
            }),
          ],
          [
            say('Actions'),
            one &&
              say('{actionCount} of {maxActions}', {
                actionCount: one.action_count,
                maxActions: policy.max_actions,
              }),
          ],
          [say('Cost'), cost && say('{cost}, as the agent says', { cost })],
          [say('Copies of'), plan.folder],
        ]}
      />
      <Box title={say('Must be true at the end')}>
        <ul>
          {plan.results.map((result, at) => (
            <li key={at}>{resultWords(result)}</li>
          ))}
        </ul>
      </Box>
      {lessons.length > 0 && (
        <Box title={say('Learned so far')}>
          <ul>
            {lessons.map((lesson) => (
              <li key={lesson}>{lesson}</li>
            ))}
          </ul>
        </Box>
      )}
      {one && one.plan.length > 0 && (
        <Box title={say('Plan')}>
          <Plan plan={one.plan} />
        </Box>
      )}
      {one && (
        <Box title={say('Changed in its folder')}>
          <Files run={one} />
        </Box>
      )}
      <PolicyBox policy={policy} ends="practice" />
      <IsolationBox isolation={isolation} />
    </aside>
  )
}
