// Query keys. Mutations and events name the keys that they invalidate (see `mutations.ts` and
// `events.ts`).

export const keys = {
  sessions: ['sessions'] as const,
  session: (id: string) => ['session', id] as const,
  detail: (id: string) => ['session', id, 'detail'] as const,
  actions: (id: string) => ['session', id, 'actions'] as const,
  scope: (id: string) => ['session', id, 'scope'] as const,
  proposals: ['proposals'] as const,
  proposal: (id: string) => ['proposal', id] as const,
  rehearsal: (id: string) => ['proposal', id, 'rehearsal'] as const,
  runs: (id: string) => ['proposal', id, 'runs'] as const,
  anyProposal: ['proposal'] as const,
  history: ['history'] as const,
  receipts: ['receipts'] as const,
  runtime: ['runtime'] as const,
  abilities: ['abilities'] as const,
  reports: (abilityId: string) => ['abilities', abilityId, 'reports'] as const,
  skills: ['skills'] as const,
  settings: ['settings'] as const,
  doctor: ['doctor'] as const,
  connections: ['connections'] as const,
  categories: ['categories'] as const,
  /** The list, and with it every import. */
  imports: ['imports'] as const,
  import: (id: string) => ['imports', id] as const,
  packs: ['packs'] as const,
  assignments: ['categories', 'assignments'] as const,
  usage: ['usage'] as const,
  export: ['export'] as const,
  desktop: ['desktop'] as const,
}
