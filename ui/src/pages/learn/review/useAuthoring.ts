// What a model does with the draft of a review: the status, the mutations and the commands.

import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import * as act from '#ui/backend/mutations'
import * as read from '#ui/backend/queries'
import type { ProposalDetail, Schemas } from '#ui/backend/types'
import { authorName } from '#ui/domain/authors'
import type { Command } from '#ui/shell/commands'
import { say } from '#ui/lib/say'

type AuthorDialog = 'preview' | 'compare' | undefined

export function useAuthoring(
  detail: ProposalDetail,
  settings: Schemas['AuthorSettingsResponse'] | undefined,
  disabled: string | undefined,
) {
  const id = detail.proposal.proposal_id
  const status = useQuery(read.authorStatus(id)).data
  const mark = detail.author ?? undefined
  const [shown, show] = useState<AuthorDialog>()
  const { mutate: write, isPending: starting } = useMutation(act.writeDraft(id))
  const { mutate: cancel, isPending: cancelling } = useMutation(act.cancelAuthor(id))
  const { mutate: undo, isPending: undoing } = useMutation(act.undoAuthor(id))
  const choosing = useMutation({
    ...act.updateAuthor(),
    onSuccess: () => show('preview'),
    meta: { ...act.updateAuthor().meta, quiet: false },
  })
  const ready = settings && settings.settings.provider !== 'rules' && !settings.problem
  const writing = status?.writing ?? false
  const improved = mark !== undefined
  const commands = useMemo<Command[]>(() => {
    const command = (name: string, label: string, keys: string, run: () => void): Command => ({
      id: `review author ${name}`,
      label,
      group: 'Review',
      keys,
      words: say('model author claude codex gemini write draft'),
      run,
    })
    if (writing) return [command('cancel', say('Cancel the writing'), 'r c', () => cancel())]
    return [
      ...(ready && !disabled
        ? [command('write', say('Let a model write it'), 'r w', () => write())]
        : []),
      ...(ready
        ? [command('preview', say('Show what is sent'), 'r s', () => show('preview'))]
        : []),
      ...(improved
        ? [command('compare', say('Compare with the rules’ draft'), 'r d', () => show('compare'))]
        : []),
      ...(improved && !disabled
        ? [command('undo', say('Back to the rules’ draft'), 'r u', () => undo())]
        : []),
    ]
  }, [writing, ready, improved, disabled, cancel, write, undo])
  return {
    settings,
    status,
    mark,
    name: settings ? authorName(settings) : say('The model'),
    shown,
    show,
    commands,
    starting,
    cancelling,
    undoing,
    choosing: choosing.isPending,
    write: () => write(),
    cancel: () => cancel(),
    undo: () => undo(),
    /** Chooses an agent of this machine, and shows what it would be sent. */
    choose: (agent: Schemas['AuthorAgent']) =>
      choosing.mutate({
        settings: { provider: 'agent', agent, model: null, address: null },
        key: '',
      }),
  }
}

export type Authoring = ReturnType<typeof useAuthoring>
