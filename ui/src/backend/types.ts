// Short names for the generated wire types.

import type { components } from './schema'

export type Schemas = components['schemas']

export type LearnSession = Schemas['LearnSession']
export type LearnSessionState = Schemas['LearnSessionState']
export type SessionDetail = Schemas['LearnSessionDetailResponse']
export type ObservedAction = Schemas['ObservedAction']
export type WorkflowBoundary = Schemas['WorkflowBoundary']
export type ObservationScope = Schemas['ObservationScopeRuntime']
export type AdapterStatus = Schemas['ObservationAdapterStatus']
export type WatchSource = Schemas['WatchSource']
export type BuildPolicy = Schemas['BuildPolicy']
export type ExecutionMode = Schemas['LearnExecutionMode']
export type PendingState = Schemas['PendingAbilityUiState']
export type Proposal = Schemas['SkillBundleProposal']
export type ProposalDetail = Schemas['ProposalDetailResponse']
export type Checkpoint = Schemas['Checkpoint']
export type CheckpointReceipt = Schemas['CheckpointVerificationReceipt']
export type CheckpointStatus = Schemas['CheckpointStatus']
export type RehearsalStatus = Schemas['RehearsalStatus']
export type ValidationRun = Schemas['ValidationRun']
export type ValidationStep = Schemas['ValidationStepResult']
export type TargetPreview = Schemas['TargetPreview']
export type QuestionView = Schemas['QuestionView']
export type Ability = Schemas['AbilityAvailabilityEntry']
export type SkillSummary = Schemas['SkillSummary']
export type SkillRow = Schemas['SkillRow']
export type SkillTarget = Schemas['SkillTarget']
export type Settings = Schemas['Settings']
export type HistoryItem = Schemas['HistoryItem']
export type LearningReceipt = Schemas['LearningReceipt']
export type SessionEvent = Schemas['LearnSessionEvent']
export type EventKind = SessionEvent['event_kind']
/** The event of one kind, with the payload of that kind. */
export type EventOf<Kind extends EventKind> = Extract<SessionEvent, { event_kind: Kind }>
