import type { Environment } from '#platform/model/hosting/environment.ts'
import type { AddonId, ApplicationId, PlanId } from '#platform/model/ids.ts'

/** What a preview gets in place of an add-on that is linked to its parent. */
export type PreviewAddonRule =
  /** An empty one; the cheapest plan without a name of one. */
  | { kind: 'plan'; planId: PlanId | null }
  /** One that begins with a back-up of that of the parent, or `latestBackup`; the plan of the parent's without a name of one. */
  | { kind: 'backup'; backupId: string; planId: PlanId | null }
  | { kind: 'none' }

export const previewAddonKinds = [
  'plan',
  'backup',
  'none',
] as const satisfies PreviewAddonRule['kind'][]

/** How the previews of an application are made. */
export interface PreviewSettings {
  applicationId: ApplicationId
  isEnabled: boolean
  /** Each pull request of the connected repository gets a preview. */
  pullRequests: boolean
  /** One more removes the one that has been idle the longest. */
  maxPreviews: number
  /** Milliseconds without visitors and commits after which a preview is removed; `null` for never. */
  idleTimeout: number | null
  /** Milliseconds without visitors after which a preview sleeps until the next one; `null` for never. */
  sleepTimeout: number | null
  /** Size of its instance; `null` for the smallest. */
  flavor: string | null
  /** Scheduled tasks run in previews as well. */
  runsCrons: boolean
  /** In place of variables of the parent, or besides them. */
  variables: Environment
  /** All that an isolated preview gets: code of strangers can read them. */
  isolatedVariables: Environment
  /** By add-on of the parent; others are replaced by an empty one of the cheapest plan. */
  addons: Readonly<Record<AddonId, PreviewAddonRule>>
  /** Visitors are asked for it; `null` for public addresses. */
  password: string | null
}

/** In place of the id of a back-up: the newest complete one when a preview is made. */
export const latestBackup = 'latest'

const day = 24 * 3_600_000

export const maxPreviewsOfApplication = 50

/** Nothing is previewed before somebody asks for it. */
export const defaultPreviewSettings = (applicationId: ApplicationId): PreviewSettings => ({
  applicationId,
  isEnabled: false,
  pullRequests: false,
  maxPreviews: 5,
  idleTimeout: 14 * day,
  sleepTimeout: null,
  flavor: null,
  runsCrons: false,
  variables: {},
  isolatedVariables: {},
  addons: {},
  password: null,
})
