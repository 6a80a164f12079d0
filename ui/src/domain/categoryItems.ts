// The category item of a row (§0C.21).

import type { CategoryItem } from '#ui/backend/categories'
import type { Schemas } from '#ui/backend/types'

const item = (item_kind: Schemas['CategoryItemKind'], item_id: string): CategoryItem => ({
  item_kind,
  item_id,
})

const proposalItem = (proposalId: string): CategoryItem => item('proposal', proposalId)
export const abilityItem = (abilityId: string): CategoryItem => item('learned_ability', abilityId)
export const importItem = (importId: string): CategoryItem => item('bundle', importId)

/** A session is categorised as its ability, or as its draft before there is an ability. */
export function itemsOf({
  ability_id,
  proposal_id,
}: {
  ability_id?: string | null
  proposal_id?: string | null
}): CategoryItem[] {
  if (ability_id) return [abilityItem(ability_id)]
  return proposal_id ? [proposalItem(proposal_id)] : []
}

/** A row of the Skills page: a skill by its folder, or an ability. */
export const skillItem = ({
  kind,
  item_id,
}: Pick<Schemas['SkillRow'], 'kind' | 'item_id'>): CategoryItem => item(kind, item_id)
