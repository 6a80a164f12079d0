// Names for the wire types of imports (§0C.20).

export type ImportState =
  | 'upload_pending' | 'uploaded' | 'scanning' | 'scan_failed' | 'scan_complete' | 'staging' | 'stage_failed' | 'ready_for_review'
  | 'install_queued' | 'install_failed' | 'installed_private' | 'approved' | 'rejected' | 'discarded' | 'expired'
export type ImportAction = 'scan' | 'retry_scan' | 'stage' | 'retry_stage' | 'install_private' | 'approve' | 'retry_install' | 'reject' | 'discard'
export interface ImportRecord {
  import_id: string
  source: 'manual_upload' | 'anthropic_bundle' | 'openclaw_bundle' | 'agent_generated'
  skill_name: string
  source_ref_kind: 'temp_artifact' | 'materialized_bundle' | 'generated_bundle' | 'legacy_path'
  source_ref: string
  original_filename?: string | null
  compatibility_report_ref?: string | null
  stage_state: ImportState
  retry_count: number
  last_error_code?: string | null
  last_error_message?: string | null
  skill_pack?: string | null
  requires_adapter: boolean
  skill_path?: string | null
  install_as?: string | null
  ability_id?: string | null
  created_at: string
  updated_at: string
  schema_version: number
}
export interface ImportFinding {
  code: string
  severity: 'error' | 'warning' | 'info'
  message: string
  path_hint?: string | null
  line?: number | null
  excerpt?: string | null
  needs_acknowledgement: boolean
}
export interface ImportReport {
  compatible: boolean
  requires_adapter: boolean
  rule_version: string
  suggested_pack_id?: string | null
  findings: ImportFinding[]
  install_name: string
  description: string
  suggested_name?: string | null
  trigger_phrases: string[]
  file_count: number
  byte_size: number
  schema_version: number
}
export interface TempArtifact {
  temp_artifact_ref: string
  artifact_kind: 'skill_bundle_zip' | 'skill_bundle_dir' | 'generated_bundle'
  original_filename?: string | null
  content_hash_sha256: string
  byte_size: number
  created_at: string
  expires_at: string
  schema_version: number
}
export interface ArtifactSkill {
  skill_path: string
  name: string
  description: string
}
export interface Uploaded {
  temp_artifact: TempArtifact
  accepted: boolean
  import_id: string
  skills: ArtifactSkill[]
  schema_version: number
}
export interface ImportDetail {
  import_record: ImportRecord
  compatibility_report?: ImportReport | null
  partial_deployment?: { state: string; blocking: boolean; reason_code?: string | null; updated_at: string; schema_version: number } | null
  proposal_id?: string | null
  warnings: string[]
  actions: ImportAction[]
  acknowledgements_needed: string[]
  temp_artifact?: TempArtifact | null
  skills: ArtifactSkill[]
  targets: Array<{ target_id: string; label: string; path: string; enabled: boolean; writable: boolean; occupied: boolean; note?: string | null }>
  schema_version: number
}
export interface ImportList {
  items: ImportRecord[]
  total: number
  page: number
  page_size: number
  warnings: Record<string, string[]>
  schema_version: number
}
export interface ImportFile {
  path: string
  byte_size: number
  hidden: boolean
  executable: boolean
}
export interface TriggerTest {
  matched: boolean
  candidate_ability_id?: string | null
  candidate_import_id?: string | null
  score?: number | null
  reasons: string[]
  rejection_reasons: string[]
  receipt_id?: string | null
  schema_version: number
}
export interface SkillPack {
  pack_id: string
  title: string
  description?: string | null
  compatibility_target?: string | null
  active_build_surface: boolean
  schema_version: number
}
