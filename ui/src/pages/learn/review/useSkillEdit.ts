// The unsaved text of SKILL.md, and the version that it is based on.

import { useState } from 'react'
import type { ProposalDetail } from '#ui/backend/types'

export interface SkillEdit {
  text: string
  dirty: boolean
  /**
   * The draft was changed elsewhere in the meantime, and saving would overwrite that. The unsaved
   * text is kept.
   */
  outdated: boolean
  /** Changes when an editor must start again. */
  beginning: string
  set(text: string): void
  /** This text was saved. What was typed since then is kept. */
  saved(text: string): void
  discard(): void
}

interface Typed {
  base: string
  text: string
}

/** Text that equals its base is not unsaved. */
const typedOf = (edit: Typed | undefined): Typed | undefined =>
  edit && edit.text !== edit.base ? edit : undefined

export function useSkillEdit({ proposal, skill_md: saved }: ProposalDetail): SkillEdit {
  const [{ edit, times }, setState] = useState<{ edit?: Typed; times: number }>({ times: 0 })
  const typed = typedOf(edit)
  const text = typed?.text ?? saved
  const dirty = text !== saved
  return {
    text,
    dirty,
    outdated: dirty && typed?.base !== saved,
    beginning: `${proposal.revision}-${times}`,
    set: (next) =>
      setState((old) => ({ ...old, edit: { base: typedOf(old.edit)?.base ?? saved, text: next } })),
    saved: (kept) =>
      setState((old) =>
        old.edit && old.edit.text !== kept
          ? { ...old, edit: { base: kept, text: old.edit.text } }
          : { times: old.times + 1 },
      ),
    discard: () => setState((old) => ({ times: old.times + 1 })),
  }
}
