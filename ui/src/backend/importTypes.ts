// Names for the wire types of imports (§0C.20).

import type { Schemas } from './types'

export type ImportState = Schemas['SkillImportState']
export type ImportAction = Schemas['SkillImportAction']
export type ImportRecord = Schemas['ImportedSkillRecord']
export type ImportFinding = Schemas['SkillCompatibilityFinding']
export type ImportReport = Schemas['SkillCompatibilityReport']
export type Uploaded = Schemas['SkillImportUploadResponse']
export type ImportDetail = Schemas['SkillImportDetailResponse']
