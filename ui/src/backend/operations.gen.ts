// Generated from crates/api/openapi.json by `npm run bindings`. Do not edit.

import type { paths } from './schema'

/** Data that the interface keeps copies of. A read provides it, a change makes the copies stale. */
export type CacheTagName =
  | 'abilities'
  | 'actions'
  | 'categories'
  | 'connections'
  | 'doctor'
  | 'export'
  | 'history'
  | 'imports'
  | 'intents'
  | 'packs'
  | 'proposal'
  | 'proposals'
  | 'receipts'
  | 'rehearsal'
  | 'reports'
  | 'runtime'
  | 'session'
  | 'sessions'
  | 'settings'
  | 'skills'
  | 'usage'

/** `session` is every session. `session:{sessionId}` is the one that this path parameter names. */
export type CacheTag = CacheTagName | `${CacheTagName}:{${string}}`

export interface Operation {
  method: 'DELETE' | 'GET' | 'POST' | 'PUT'
  path: keyof paths
  /** Of a read: the data that its answer is made from. */
  provides?: readonly CacheTag[]
  /** Of a change: the data of which copies are stale afterwards. */
  invalidates?: readonly CacheTag[]
}

/** Every operation of the engine by its `operationId`. */
export const operations = {
  ability_availability: {
    method: 'GET',
    path: '/api/abilities/{abilityId}/availability',
    provides: ['abilities'],
  },
  ability_changes: {
    method: 'GET',
    path: '/api/abilities/changes',
    provides: [],
  },
  ability_health_history: {
    method: 'GET',
    path: '/api/abilities/{abilityId}/health-history',
    provides: ['abilities'],
  },
  ability_reports: {
    method: 'GET',
    path: '/api/abilities/{abilityId}/checkpoint-reports',
    provides: ['abilities'],
  },
  ability_skill: {
    method: 'GET',
    path: '/api/abilities/skill',
    provides: ['abilities'],
  },
  ability_skill_file: {
    method: 'GET',
    path: '/api/abilities/skill/file',
    provides: ['abilities'],
  },
  ability_skills: {
    method: 'GET',
    path: '/api/abilities/skills',
    provides: ['abilities'],
  },
  activate_ability: {
    method: 'POST',
    path: '/api/abilities/{abilityId}/activate',
    invalidates: [
      'abilities',
      'history',
      'proposal',
      'proposals',
      'receipts',
      'reports',
      'runtime',
      'session',
      'sessions',
      'skills',
    ],
  },
  agent_connections: {
    method: 'GET',
    path: '/api/agents/connections',
    provides: ['connections'],
  },
  all_events: {
    method: 'GET',
    path: '/api/learn/events',
    provides: [],
  },
  answer_questions: {
    method: 'POST',
    path: '/api/learn/sessions/{sessionId}/answer-questions',
    invalidates: [
      'sessions',
      'session:{sessionId}',
      'runtime',
      'history',
      'proposals',
      'proposal',
      'rehearsal',
    ],
  },
  approve_proposal: {
    method: 'POST',
    path: '/api/learn/proposals/{proposalId}/approve',
    invalidates: [
      'abilities',
      'history',
      'proposal:{proposalId}',
      'proposals',
      'receipts',
      'rehearsal:{proposalId}',
      'reports',
      'runtime',
      'session',
      'sessions',
      'skills',
    ],
  },
  approve_skill_import: {
    method: 'POST',
    path: '/api/skills/import/approve',
    invalidates: ['abilities', 'imports', 'packs', 'receipts', 'reports', 'skills'],
  },
  assign_category: {
    method: 'POST',
    path: '/api/categories/{categoryId}/assign',
    invalidates: ['categories'],
  },
  assign_many: {
    method: 'POST',
    path: '/api/categories/{categoryId}/items',
    invalidates: ['categories'],
  },
  author_settings: {
    method: 'GET',
    path: '/api/learn/author',
    provides: ['settings'],
  },
  author_status: {
    method: 'GET',
    path: '/api/learn/proposals/{proposalId}/author',
    provides: ['proposal:{proposalId}'],
  },
  availability: {
    method: 'GET',
    path: '/api/abilities/availability',
    provides: ['abilities'],
  },
  begin_export: {
    method: 'POST',
    path: '/api/data/export',
    invalidates: ['export'],
  },
  cancel_author: {
    method: 'DELETE',
    path: '/api/learn/proposals/{proposalId}/author',
    invalidates: ['proposal:{proposalId}'],
  },
  cancel_session: {
    method: 'POST',
    path: '/api/learn/sessions/{sessionId}/cancel',
    invalidates: [
      'sessions',
      'session:{sessionId}',
      'actions:{sessionId}',
      'runtime',
      'history',
      'receipts',
      'proposals',
      'proposal',
      'rehearsal',
    ],
  },
  cancel_skills: {
    method: 'POST',
    path: '/api/skills/cancel',
    invalidates: [],
  },
  capability_bridge: {
    method: 'GET',
    path: '/api/capabilities/bridge',
    provides: ['reports'],
  },
  capability_health: {
    method: 'GET',
    path: '/api/capabilities/health',
    provides: ['reports'],
  },
  capability_stats: {
    method: 'GET',
    path: '/api/capabilities/stats',
    provides: ['reports'],
  },
  category_assignments: {
    method: 'GET',
    path: '/api/categories/assignments',
    provides: ['categories'],
  },
  category_items: {
    method: 'GET',
    path: '/api/categories/{categoryId}/items',
    provides: ['categories'],
  },
  change_agent_connection: {
    method: 'POST',
    path: '/api/agents/{agentId}/connection',
    invalidates: ['connections', 'doctor'],
  },
  check_for_updates: {
    method: 'POST',
    path: '/api/updates/check',
    provides: [],
  },
  check_skill: {
    method: 'POST',
    path: '/api/skills/check',
    provides: [],
  },
  close_terminal: {
    method: 'DELETE',
    path: '/api/terminals/{terminalId}',
    invalidates: [],
  },
  create_category: {
    method: 'POST',
    path: '/api/categories',
    invalidates: ['categories'],
  },
  create_session: {
    method: 'POST',
    path: '/api/learn/sessions',
    invalidates: ['sessions', 'runtime', 'history', 'receipts', 'abilities'],
  },
  data_usage: {
    method: 'GET',
    path: '/api/data/usage',
    provides: ['usage'],
  },
  deactivate_ability: {
    method: 'POST',
    path: '/api/abilities/{abilityId}/deactivate',
    invalidates: [
      'abilities',
      'history',
      'proposal',
      'proposals',
      'receipts',
      'reports',
      'runtime',
      'session',
      'sessions',
      'skills',
    ],
  },
  delete_category: {
    method: 'DELETE',
    path: '/api/categories/{categoryId}',
    invalidates: ['categories'],
  },
  delete_everything: {
    method: 'POST',
    path: '/api/data/delete',
    invalidates: [
      'abilities',
      'actions',
      'categories',
      'connections',
      'doctor',
      'export',
      'history',
      'imports',
      'intents',
      'packs',
      'proposal',
      'proposals',
      'receipts',
      'rehearsal',
      'reports',
      'runtime',
      'session',
      'sessions',
      'settings',
      'skills',
      'usage',
    ],
  },
  delete_observed_action: {
    method: 'DELETE',
    path: '/api/learn/sessions/{sessionId}/observed-actions/{eventId}',
    invalidates: ['actions:{sessionId}', 'session:{sessionId}'],
  },
  delete_session: {
    method: 'DELETE',
    path: '/api/learn/sessions/{sessionId}',
    invalidates: [
      'sessions',
      'session:{sessionId}',
      'actions:{sessionId}',
      'proposals',
      'proposal',
      'rehearsal',
      'history',
      'receipts',
    ],
  },
  delete_skill_upload: {
    method: 'DELETE',
    path: '/api/skills/import/uploads/{tempArtifactRef}',
    invalidates: ['imports'],
  },
  discard_skill_import: {
    method: 'POST',
    path: '/api/skills/import/discard',
    invalidates: ['imports', 'packs', 'receipts'],
  },
  dispatch_checkpoint_receipts: {
    method: 'GET',
    path: '/api/dispatches/{dispatchId}/checkpoint-receipts',
    provides: ['reports'],
  },
  doctor: {
    method: 'GET',
    path: '/api/doctor',
    provides: ['doctor'],
  },
  end_export: {
    method: 'DELETE',
    path: '/api/data/export',
    invalidates: ['export'],
  },
  explain_match: {
    method: 'POST',
    path: '/api/abilities/explain-match',
    provides: ['abilities'],
  },
  export: {
    method: 'GET',
    path: '/api/data/export',
    provides: ['export'],
  },
  export_file: {
    method: 'GET',
    path: '/api/data/export/file',
    provides: ['export'],
  },
  export_receipts: {
    method: 'GET',
    path: '/api/learn/receipts/export',
    provides: ['receipts'],
  },
  fetch_skill_bundle: {
    method: 'POST',
    path: '/api/skills/import/fetch',
    invalidates: ['imports'],
  },
  finish_rehearsal: {
    method: 'POST',
    path: '/api/learn/proposals/{proposalId}/rehearsal/finish',
    invalidates: [
      'history',
      'proposal:{proposalId}',
      'proposals',
      'receipts',
      'rehearsal:{proposalId}',
      'runtime',
      'session',
      'sessions',
    ],
  },
  fix_skills: {
    method: 'POST',
    path: '/api/skills/fix',
    invalidates: ['skills'],
  },
  folder: {
    method: 'GET',
    path: '/api/folders',
    provides: [],
  },
  frictions: {
    method: 'GET',
    path: '/api/learn/friction',
    provides: ['reports'],
  },
  generate_proposal: {
    method: 'POST',
    path: '/api/learn/sessions/{sessionId}/generate-proposal',
    invalidates: [
      'sessions',
      'session:{sessionId}',
      'runtime',
      'history',
      'receipts',
      'proposals',
      'proposal',
      'rehearsal',
    ],
  },
  history: {
    method: 'GET',
    path: '/api/learn/history',
    provides: ['history'],
  },
  install_proposal: {
    method: 'POST',
    path: '/api/learn/proposals/{proposalId}/install',
    invalidates: [
      'abilities',
      'history',
      'proposal:{proposalId}',
      'proposals',
      'receipts',
      'rehearsal:{proposalId}',
      'reports',
      'runtime',
      'session',
      'sessions',
      'skills',
    ],
  },
  install_skill_import: {
    method: 'POST',
    path: '/api/skills/import/install-private',
    invalidates: ['abilities', 'imports', 'packs', 'receipts', 'reports', 'skills'],
  },
  list_categories: {
    method: 'GET',
    path: '/api/categories',
    provides: ['categories'],
  },
  list_intents: {
    method: 'GET',
    path: '/api/config/intents',
    provides: ['intents'],
  },
  list_proposals: {
    method: 'GET',
    path: '/api/learn/proposals',
    provides: ['proposals'],
  },
  list_sessions: {
    method: 'GET',
    path: '/api/learn/sessions',
    provides: ['sessions'],
  },
  list_skill_imports: {
    method: 'GET',
    path: '/api/skills/import/list',
    provides: ['imports'],
  },
  list_skills: {
    method: 'GET',
    path: '/api/skills',
    provides: ['skills'],
  },
  lookup: {
    method: 'POST',
    path: '/api/abilities/lookup',
    provides: ['abilities'],
  },
  mark_checkpoint: {
    method: 'POST',
    path: '/api/learn/proposals/{proposalId}/rehearsal/mark',
    invalidates: ['rehearsal:{proposalId}'],
  },
  mark_goal: {
    method: 'POST',
    path: '/api/learn/sessions/{sessionId}/mark-goal',
    invalidates: ['actions:{sessionId}', 'session:{sessionId}'],
  },
  mark_step: {
    method: 'POST',
    path: '/api/learn/sessions/{sessionId}/mark-step',
    invalidates: ['actions:{sessionId}', 'session:{sessionId}'],
  },
  observation_scope: {
    method: 'GET',
    path: '/api/learn/sessions/{sessionId}/observation-scope',
    provides: ['session:{sessionId}'],
  },
  observed_actions: {
    method: 'GET',
    path: '/api/learn/sessions/{sessionId}/observed-actions',
    provides: ['actions:{sessionId}'],
  },
  open_terminal: {
    method: 'POST',
    path: '/api/terminals',
    invalidates: [],
  },
  pause_session: {
    method: 'POST',
    path: '/api/learn/sessions/{sessionId}/pause',
    invalidates: [
      'actions:{sessionId}',
      'history',
      'receipts',
      'runtime',
      'session:{sessionId}',
      'sessions',
    ],
  },
  pick_skills: {
    method: 'POST',
    path: '/api/skills/import/pick',
    invalidates: ['imports'],
  },
  pin_skills: {
    method: 'POST',
    path: '/api/skills/pin',
    invalidates: ['skills'],
  },
  preview_agent_connection: {
    method: 'POST',
    path: '/api/agents/{agentId}/connection/preview',
    provides: ['connections'],
  },
  preview_author: {
    method: 'GET',
    path: '/api/learn/proposals/{proposalId}/author/preview',
    provides: ['proposal:{proposalId}'],
  },
  promote_ability: {
    method: 'POST',
    path: '/api/abilities/{abilityId}/promote-shared',
    invalidates: [
      'abilities',
      'history',
      'proposal',
      'proposals',
      'receipts',
      'reports',
      'runtime',
      'session',
      'sessions',
      'skills',
    ],
  },
  proposal_detail: {
    method: 'GET',
    path: '/api/learn/proposals/{proposalId}/detail',
    provides: ['proposal:{proposalId}'],
  },
  quarantine_ability: {
    method: 'POST',
    path: '/api/abilities/{abilityId}/quarantine',
    invalidates: [
      'abilities',
      'history',
      'proposal',
      'proposals',
      'receipts',
      'reports',
      'runtime',
      'session',
      'sessions',
      'skills',
    ],
  },
  read_skill: {
    method: 'GET',
    path: '/api/skills/content',
    provides: ['skills'],
  },
  read_skill_file: {
    method: 'GET',
    path: '/api/skills/file',
    provides: ['skills'],
  },
  receipts: {
    method: 'GET',
    path: '/api/learn/receipts',
    provides: ['receipts'],
  },
  rehearsal_status: {
    method: 'GET',
    path: '/api/learn/proposals/{proposalId}/rehearsal',
    provides: ['rehearsal:{proposalId}'],
  },
  reject_proposal: {
    method: 'POST',
    path: '/api/learn/proposals/{proposalId}/reject',
    invalidates: [
      'history',
      'proposal:{proposalId}',
      'proposals',
      'receipts',
      'rehearsal:{proposalId}',
      'runtime',
      'session',
      'sessions',
    ],
  },
  reject_skill_import: {
    method: 'POST',
    path: '/api/skills/import/reject',
    invalidates: ['imports', 'packs', 'receipts'],
  },
  remove_ability: {
    method: 'DELETE',
    path: '/api/abilities/{abilityId}',
    invalidates: [
      'abilities',
      'history',
      'proposal',
      'proposals',
      'receipts',
      'reports',
      'runtime',
      'session',
      'sessions',
      'skills',
    ],
  },
  remove_skills: {
    method: 'POST',
    path: '/api/skills/remove',
    invalidates: [
      'abilities',
      'history',
      'proposal',
      'proposals',
      'receipts',
      'reports',
      'runtime',
      'session',
      'sessions',
      'skills',
    ],
  },
  removed_skills: {
    method: 'GET',
    path: '/api/skills/removed',
    provides: ['skills'],
  },
  repair_projections: {
    method: 'POST',
    path: '/api/repair/projections',
    invalidates: ['abilities', 'reports', 'doctor'],
  },
  repairs: {
    method: 'GET',
    path: '/api/learn/repairs',
    provides: ['reports'],
  },
  report_observation: {
    method: 'POST',
    path: '/api/bridge/report-observation',
    invalidates: ['abilities', 'reports'],
  },
  request_more_tests: {
    method: 'POST',
    path: '/api/learn/proposals/{proposalId}/request-more-tests',
    invalidates: [
      'history',
      'proposal:{proposalId}',
      'proposals',
      'receipts',
      'rehearsal:{proposalId}',
      'runtime',
      'session',
      'sessions',
    ],
  },
  resize_terminal: {
    method: 'POST',
    path: '/api/terminals/{terminalId}/resize',
    invalidates: [],
  },
  restore_skills: {
    method: 'POST',
    path: '/api/skills/restore',
    invalidates: [
      'abilities',
      'history',
      'proposal',
      'proposals',
      'receipts',
      'reports',
      'runtime',
      'session',
      'sessions',
      'skills',
    ],
  },
  resume_session: {
    method: 'POST',
    path: '/api/learn/sessions/{sessionId}/resume',
    invalidates: [
      'actions:{sessionId}',
      'history',
      'receipts',
      'runtime',
      'session:{sessionId}',
      'sessions',
    ],
  },
  retain_session: {
    method: 'POST',
    path: '/api/learn/sessions/{sessionId}/retain',
    invalidates: ['sessions', 'session:{sessionId}'],
  },
  retry_skill_import: {
    method: 'POST',
    path: '/api/skills/import/retry',
    invalidates: ['abilities', 'imports', 'packs', 'receipts', 'reports', 'skills'],
  },
  revise_proposal: {
    method: 'POST',
    path: '/api/learn/proposals/{proposalId}/revise',
    invalidates: [
      'history',
      'proposal:{proposalId}',
      'proposals',
      'receipts',
      'rehearsal:{proposalId}',
      'runtime',
      'session',
      'sessions',
    ],
  },
  revise_values: {
    method: 'PUT',
    path: '/api/learn/proposals/{proposalId}/values',
    invalidates: [
      'history',
      'proposal:{proposalId}',
      'proposals',
      'receipts',
      'rehearsal:{proposalId}',
      'runtime',
      'session',
      'sessions',
    ],
  },
  run_canary: {
    method: 'POST',
    path: '/api/abilities/{abilityId}/canary',
    invalidates: ['abilities', 'skills', 'receipts', 'reports', 'proposal'],
  },
  runtime_current: {
    method: 'GET',
    path: '/api/learn/runtime/current',
    provides: ['runtime'],
  },
  save_skill: {
    method: 'PUT',
    path: '/api/skills/content',
    invalidates: ['skills'],
  },
  scan_skill_import: {
    method: 'POST',
    path: '/api/skills/import/scan',
    invalidates: ['imports', 'packs', 'receipts'],
  },
  search_skills: {
    method: 'GET',
    path: '/api/skills/search',
    provides: ['skills'],
  },
  session_checkpoint_receipts: {
    method: 'GET',
    path: '/api/learn/sessions/{sessionId}/checkpoint-receipts',
    provides: ['session:{sessionId}'],
  },
  session_detail: {
    method: 'GET',
    path: '/api/learn/sessions/{sessionId}/detail',
    provides: ['session:{sessionId}'],
  },
  session_events: {
    method: 'GET',
    path: '/api/learn/sessions/{sessionId}/events',
    provides: [],
  },
  set_test_policy: {
    method: 'POST',
    path: '/api/learn/sessions/{sessionId}/set-test-policy',
    invalidates: ['session:{sessionId}', 'receipts'],
  },
  settings: {
    method: 'GET',
    path: '/api/settings',
    provides: ['settings'],
  },
  skill_import_detail: {
    method: 'GET',
    path: '/api/skills/import/{importId}',
    provides: ['imports'],
  },
  skill_import_file: {
    method: 'GET',
    path: '/api/skills/import/{importId}/file',
    provides: ['imports'],
  },
  skill_import_files: {
    method: 'GET',
    path: '/api/skills/import/{importId}/files',
    provides: ['imports'],
  },
  skill_packs: {
    method: 'GET',
    path: '/api/skills/packs',
    provides: ['packs'],
  },
  skill_standing: {
    method: 'GET',
    path: '/api/skills/standing',
    provides: ['skills'],
  },
  skill_version: {
    method: 'GET',
    path: '/api/skills/version',
    provides: ['skills'],
  },
  skill_versions: {
    method: 'GET',
    path: '/api/skills/versions',
    provides: ['skills'],
  },
  stage_skill_import: {
    method: 'POST',
    path: '/api/skills/import/stage',
    invalidates: ['imports', 'packs', 'receipts'],
  },
  start_session: {
    method: 'POST',
    path: '/api/learn/sessions/{sessionId}/start',
    invalidates: [
      'actions:{sessionId}',
      'history',
      'receipts',
      'runtime',
      'session:{sessionId}',
      'sessions',
    ],
  },
  stop_session: {
    method: 'POST',
    path: '/api/learn/sessions/{sessionId}/stop',
    invalidates: [
      'actions:{sessionId}',
      'history',
      'receipts',
      'runtime',
      'session:{sessionId}',
      'sessions',
    ],
  },
  submit_intent: {
    method: 'POST',
    path: '/api/config/intents',
    invalidates: ['intents', 'settings', 'abilities', 'skills', 'receipts'],
  },
  switch_skills: {
    method: 'POST',
    path: '/api/skills/switch',
    invalidates: ['skills'],
  },
  terminal_input: {
    method: 'POST',
    path: '/api/terminals/{terminalId}/input',
    invalidates: [],
  },
  terminal_output: {
    method: 'GET',
    path: '/api/terminals/{terminalId}/output',
    provides: [],
  },
  test_author: {
    method: 'POST',
    path: '/api/learn/author/test',
    provides: [],
  },
  trigger_test: {
    method: 'POST',
    path: '/api/skills/trigger-test',
    invalidates: ['receipts'],
  },
  trim_session: {
    method: 'POST',
    path: '/api/learn/sessions/{sessionId}/trim',
    invalidates: ['actions:{sessionId}', 'session:{sessionId}'],
  },
  unassign_category: {
    method: 'DELETE',
    path: '/api/categories/{categoryId}/items/{itemKind}/{itemId}',
    invalidates: ['categories'],
  },
  unpin_skills: {
    method: 'POST',
    path: '/api/skills/unpin',
    invalidates: ['skills'],
  },
  unquarantine_ability: {
    method: 'POST',
    path: '/api/abilities/{abilityId}/unquarantine',
    invalidates: [
      'abilities',
      'history',
      'proposal',
      'proposals',
      'receipts',
      'reports',
      'runtime',
      'session',
      'sessions',
      'skills',
    ],
  },
  update_author: {
    method: 'PUT',
    path: '/api/learn/author',
    invalidates: ['settings', 'receipts'],
  },
  update_category: {
    method: 'PUT',
    path: '/api/categories/{categoryId}',
    invalidates: ['categories'],
  },
  update_settings: {
    method: 'PUT',
    path: '/api/settings',
    invalidates: ['settings', 'skills', 'proposal', 'receipts'],
  },
  update_skills: {
    method: 'POST',
    path: '/api/skills/update',
    invalidates: ['skills'],
  },
  upload_skill_bundle: {
    method: 'POST',
    path: '/api/skills/import/uploads',
    invalidates: ['imports'],
  },
  validate_proposal: {
    method: 'POST',
    path: '/api/learn/proposals/{proposalId}/validate',
    invalidates: [
      'history',
      'proposal:{proposalId}',
      'proposals',
      'receipts',
      'rehearsal:{proposalId}',
      'runtime',
      'session',
      'sessions',
    ],
  },
  validation_runs: {
    method: 'GET',
    path: '/api/learn/proposals/{proposalId}/validation-runs',
    provides: ['proposal:{proposalId}'],
  },
  verify_checkpoint: {
    method: 'POST',
    path: '/api/bridge/verify-checkpoint',
    invalidates: ['abilities', 'reports', 'session', 'proposal', 'rehearsal'],
  },
  write_draft: {
    method: 'POST',
    path: '/api/learn/proposals/{proposalId}/author',
    invalidates: [
      'history',
      'proposal:{proposalId}',
      'proposals',
      'receipts',
      'rehearsal:{proposalId}',
      'runtime',
      'session',
      'sessions',
    ],
  },
} as const satisfies Record<string, Operation>

export type OperationId = keyof typeof operations

/**
 * What each event of `GET /api/learn/events` makes stale. `{session_id}` is a field of the event.
 */
export const invalidatedByEvent = {
  'abilities.changed': ['abilities', 'reports', 'skills'],
  'ability.quarantined': [
    'abilities',
    'history',
    'proposal',
    'proposals',
    'receipts',
    'rehearsal',
    'reports',
    'runtime',
    'session:{session_id}',
    'sessions',
    'skills',
  ],
  'ability.route.enabled': ['abilities'],
  'ability.snapshot.updated': [
    'abilities',
    'proposal',
    'proposals',
    'session:{session_id}',
    'sessions',
    'skills',
  ],
  'bridge.rebuild.completed': [
    'abilities',
    'history',
    'proposal',
    'proposals',
    'receipts',
    'rehearsal',
    'reports',
    'runtime',
    'session:{session_id}',
    'sessions',
    'skills',
  ],
  'bridge.rebuild.started': [],
  'capture.action': [],
  'capture.reading_result': ['session:{session_id}'],
  'categories.changed': ['categories'],
  'checkpoint.failed': ['abilities', 'proposal', 'rehearsal', 'reports', 'session:{session_id}'],
  'checkpoint.reached': ['abilities', 'proposal', 'rehearsal', 'reports', 'session:{session_id}'],
  'checkpoint.skipped': ['abilities', 'proposal', 'rehearsal', 'reports', 'session:{session_id}'],
  error: [],
  'imports.changed': ['imports', 'packs', 'receipts'],
  'learn.capture.paused': ['runtime', 'session:{session_id}', 'sessions'],
  'learn.capture.started': ['runtime', 'session:{session_id}', 'sessions'],
  'learn.capture.stopped': [
    'proposal',
    'proposals',
    'rehearsal',
    'runtime',
    'session:{session_id}',
    'sessions',
  ],
  'learn.install.completed': [
    'abilities',
    'history',
    'proposal',
    'proposals',
    'receipts',
    'rehearsal',
    'reports',
    'runtime',
    'session:{session_id}',
    'sessions',
    'skills',
  ],
  'learn.install.failed': [
    'abilities',
    'history',
    'proposal',
    'proposals',
    'receipts',
    'rehearsal',
    'reports',
    'runtime',
    'session:{session_id}',
    'sessions',
    'skills',
  ],
  'learn.install.started': [
    'proposal',
    'proposals',
    'rehearsal',
    'runtime',
    'session:{session_id}',
    'sessions',
  ],
  'learn.proposal.created': [
    'proposal',
    'proposals',
    'rehearsal',
    'runtime',
    'session:{session_id}',
    'sessions',
  ],
  'learn.proposal.questions_requested': [
    'proposal',
    'proposals',
    'rehearsal',
    'runtime',
    'session:{session_id}',
    'sessions',
  ],
  'learn.session.started': ['history', 'runtime', 'session:{session_id}', 'sessions'],
  'learn.validation.completed': [
    'proposal',
    'proposals',
    'rehearsal',
    'runtime',
    'session:{session_id}',
    'sessions',
  ],
  'learn.validation.started': [
    'proposal',
    'proposals',
    'rehearsal',
    'runtime',
    'session:{session_id}',
    'sessions',
  ],
  'session.changed': [
    'actions:{session_id}',
    'history',
    'proposal',
    'proposals',
    'rehearsal',
    'runtime',
    'session:{session_id}',
    'sessions',
  ],
  'settings.changed': ['proposal', 'settings', 'skills'],
  'skills.changed': ['skills'],
  'skills.progress': [],
} as const satisfies Record<string, readonly CacheTag[]>
