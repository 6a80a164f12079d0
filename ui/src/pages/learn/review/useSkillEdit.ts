// What is being typed into SKILL.md, and on which text it stands; a newer revision starts afresh.

import { useState } from 'react'
import type { ProposalDetail } from '../../../backend/types'

export interface SkillEdit {
  text: string
  dirty: boolean
  /** Another value means that an editor must begin anew. */
  beginning: string
  set(text: string): void
  discard(): void
}

export function useSkillEdit({ proposal, skill_md: saved }: ProposalDetail): SkillEdit {
  const [edit, setEdit] = useState<{ base: string; text: string }>()
  const [discarded, setDiscarded] = useState(0)
  const text = edit?.base === saved ? edit.text : saved
  return {
    text,
    dirty: text !== saved,
    beginning: `${proposal.revision}-${discarded}`,
    set: (next) => setEdit({ base: saved, text: next }),
    discard: () => {
      setEdit(undefined)
      setDiscarded(discarded + 1)
    },
  }
}
