import {
  FileInput,
  GraduationCap,
  Infinity as Loop,
  MousePointerClick,
  TrendingUp,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { say } from '#ui/lib/say'

export interface Mode {
  id:
    | 'demonstrating_skill'
    | 'coaching_agent'
    | 'autonomous_agent_practice'
    | 'improving_existing_skill'
    | 'import_skill'
  label: string
  icon: ReactNode
  what: string
  /** It opens a page of its own. */
  leads?: '/skills/import'
}

/** The five ways, in the order of §0C.15. */
export const MODES: readonly Mode[] = [
  {
    id: 'demonstrating_skill',
    label: say('Demonstrating Skill'),
    icon: <MousePointerClick />,
    what: say('Do the task once. You decide what is watched.'),
  },
  {
    id: 'coaching_agent',
    label: say('Coaching Agent'),
    icon: <GraduationCap />,
    what: say(
      'Type the outline, hints and limits. What is missing is asked before it can be installed.',
    ),
  },
  {
    id: 'autonomous_agent_practice',
    label: say('Autonomous Agent Practice'),
    icon: <Loop />,
    what: say('Set a goal and what must be true at the end. An agent practises until it is.'),
  },
  {
    id: 'improving_existing_skill',
    label: say('Improving Existing Skill'),
    icon: <TrendingUp />,
    what: say(
      'Change an ability that you taught. The installed version stays until you accept the draft.',
    ),
  },
  {
    id: 'import_skill',
    label: say('Import Skill'),
    icon: <FileInput />,
    what: say('Import a bundle. It is scanned before it is installed.'),
    leads: '/skills/import',
  },
]
