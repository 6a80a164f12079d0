// Names for the wire types of imports (§0C.20).

import type { Schemas } from './types'

export type ImportState = Schemas['SkillImportState']
export type ImportAction = Schemas['SkillImportAction']
export type ImportRecord = Schemas['ImportedSkillRecord']
export type ImportFinding = Schemas['SkillCompatibilityFinding']
export type ImportReport = Schemas['SkillCompatibilityReport']
export type TempArtifact = Schemas['TempArtifactRef']
export type ArtifactSkill = Schemas['ArtifactSkill']
export type Uploaded = Schemas['SkillImportUploadResponse']
export type ImportDetail = Schemas['SkillImportDetailResponse']
export type ImportList = Schemas['SkillImportListResponse']
export type ImportFile = Schemas['ImportFile']
export type TriggerTest = Schemas['SkillTriggerTestResponse']
export type SkillPack = Schemas['SkillPackMetadata']
