// Queries and mutations of connectors: the MCP servers of the person.

import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { change, read } from './cacheTags'
import { call } from './client'
import type { Schemas } from './types'

export type Connector = Schemas['McpServerListItem']
export type ConnectorDetail = Schemas['McpServerDetailResponse']
export type ConnectorEntry = Schemas['McpServerEntry']
export type ConnectorTool = Schemas['McpTool']
export type ConnectorReceipt = Schemas['McpReceipt']
export type ConnectorVariable = Schemas['McpVariable']
export type ConnectorBadge = Schemas['McpBadgeState']
export type PolicyMode = Schemas['McpPolicyMode']
export type EffectivePolicy = Schemas['McpEffectivePolicy']
export type PendingCall = Schemas['McpAskFirstDispatch']
export type Approval = Exclude<Schemas['McpAskFirstDecision'], 'deny'>
export type ConnectorQuestion = Schemas['McpElicitation']
export type ConnectorQuestionField = Schemas['McpElicitationField']
export type ConnectorAnswer = Schemas['McpElicitationAction']
export type SignInBegun = Schemas['McpAuthStartResponse']
export type ImportItem = Schemas['McpImportItem']
export type ImportFile = Schemas['McpImportFile']
export type ImportInput = Schemas['McpImportInput']
export type RegistryAnswer = Schemas['McpRegistrySearchResponse']
export type SwitchAgent = Schemas['McpSwitchAgent']
export type SwitchMode = Schemas['McpSwitchMode']
export type RegistryServer = Schemas['McpRegistryServer']

export type Challenge = Schemas['McpAuthChallenge']
export type ChallengeDecision = Schemas['McpChallengeDecision']
export type AuthProfile = Schemas['McpAuthProfile']
export type AuthState = Schemas['McpAuthState']
export type RefreshPolicy = Schemas['McpRefreshPolicy']

/** Health has no stream of events: it is asked again while a page shows it. */
const EVERY = 15_000

export const connectors = () => queryOptions({ ...read('mcp_servers'), refetchInterval: EVERY })

export const connector = (serverId: string) =>
  queryOptions({ ...read('mcp_server', { path: { serverId } }), refetchInterval: EVERY })

/** Calls and questions that wait for the person. Every page shows their number. */
export const pendingCalls = () =>
  queryOptions({ ...read('pending_mcp_calls'), refetchInterval: 10_000 })

export const updatePolicy = () => change('update_mcp_policy', { quiet: true })

export const approveCall = (dispatchId: string) =>
  change('approve_mcp_call', { path: { dispatchId }, quiet: true })

export const denyCall = (dispatchId: string) =>
  change('deny_mcp_call', { path: { dispatchId }, quiet: true })

export const answerQuestion = (dispatchId: string) =>
  change('answer_mcp_question', { path: { dispatchId }, quiet: true })

export const respondToChallenge = () => change('respond_to_mcp_challenge', { quiet: true })

export const authProfiles = () => queryOptions(read('mcp_auth_profiles'))

export const createAuthProfile = () => change('create_mcp_auth_profile', { quiet: true })

export const updateAuthProfile = (authProfileId: string) =>
  change('update_mcp_auth_profile', { path: { authProfileId }, quiet: true })

export const deleteAuthProfile = (authProfileId: string) =>
  change('delete_mcp_auth_profile', { path: { authProfileId }, quiet: true })

/** Asked often, because it is shown while a person is in their browser. */
export const signInStatus = (serverId: string) =>
  queryOptions({ ...read('mcp_sign_in_status', { path: { serverId } }), refetchInterval: 1000 })

export const cancelSignIn = (serverId: string) =>
  change('cancel_mcp_sign_in', { path: { serverId }, quiet: true })

export const startSignIn = (serverId: string) =>
  change('start_mcp_sign_in', { path: { serverId }, quiet: true })

export const signOut = (serverId: string) =>
  change('revoke_mcp_sign_in', { path: { serverId }, quiet: true })

export const receipts = () => queryOptions(read('mcp_receipts', { query: { limit: 20 } }))

/** The newest receipts, among which are the calls that can be taught from. */
export const teachableReceipts = () =>
  queryOptions({ ...read('mcp_receipts', { query: { limit: 100 } }), staleTime: 0 })

export const importPlan = () => queryOptions({ ...read('plan_mcp_import', {}), staleTime: 0 })

/** What a file offers. It is asked when the person wants to see it, and changes nothing. */
export const fileImportPlan = () =>
  mutationOptions({
    mutationFn: (body: ImportFile) => call('plan_mcp_file_import', { body }),
    meta: { quiet: true },
  })

/** Looks in the registry of MCP servers. It is asked only when the person wants it, and never again by itself. */
export const registrySearch = () =>
  mutationOptions({
    mutationFn: (search: string) => call('search_mcp_registry', { query: { search } }),
    meta: { quiet: true },
  })

export const register = () => change('register_mcp_server', { quiet: true })

export const update = (serverId: string) =>
  change('update_mcp_server', { path: { serverId }, quiet: true })

export const remove = (serverId: string) => change('delete_mcp_server', { path: { serverId } })

export const trust = (serverId: string) =>
  change('trust_mcp_server', { path: { serverId }, quiet: true })

export const connect = (serverId: string) =>
  change('connect_mcp_server', { path: { serverId }, quiet: true })

export const disconnect = (serverId: string) =>
  change('disconnect_mcp_server', { path: { serverId } })

export const smokeTest = (serverId: string) =>
  change('smoke_test_mcp_server', { path: { serverId }, quiet: true })

export const acceptTools = (serverId: string) =>
  change('accept_mcp_tools', { path: { serverId }, quiet: true })

export const callTool = (serverId: string) =>
  change('call_mcp_tool', { path: { serverId }, quiet: true })

export const switches = () => queryOptions(read('mcp_switches'))

/** Never cached: the preview must be of the file as it is now. */
export const switchPreview = (
  agentId: string,
  change: Schemas['McpSwitchChange'],
  mode: SwitchMode,
) =>
  queryOptions({
    ...read('preview_mcp_switch', { path: { agentId }, body: { change, mode } }),
    gcTime: 0,
    retry: false,
  })

export const changeSwitch = (agentId: string) =>
  change('change_mcp_switch', { path: { agentId }, quiet: true })

export const importServers = () => change('import_mcp_servers', { quiet: true })
