// What is being typed into SKILL.md, and on which text it stands.

import { useState } from 'react'
import type { ProposalDetail } from '#ui/backend/types'

export interface SkillEdit {
  text: string
  dirty: boolean
  /**
   * The draft was changed elsewhere meanwhile; saving would replace that. Nothing that was typed is
   * thrown away for it.
   */
  outdated: boolean
  /** Another value means that an editor must begin anew. */
  beginning: string
  set(text: string): void
  /** This text is kept now; what was typed since stays. */
  saved(text: string): void
  discard(): void
}

interface Typed {
  base: string
  text: string
}

/** Back at what it stands on: nothing was typed. */
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
