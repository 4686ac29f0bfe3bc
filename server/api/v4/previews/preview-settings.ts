import { type Endpoint, endpoint } from '#api/http/endpoint.ts'
import {
  boolean,
  clearable,
  type Infer,
  integer,
  object,
  oneOf,
  optional,
  record,
  string,
} from '#kit/schema.ts'
import {
  changePreviewSettings,
  type PreviewSettingsChange,
} from '#platform/hosting/previews/change-settings.ts'
import { previewSettingsOf } from '#platform/hosting/previews/find-preview.ts'
import { permitOwner } from '#platform/identity/access/permit.ts'
import {
  type PreviewAddonRule,
  type PreviewSettings,
  previewAddonKinds,
} from '#platform/model/hosting/previews/preview-settings.ts'
import type { Permission } from '#platform/model/identity/access/permissions.ts'
import type { AddonId, PlanId } from '#platform/model/ids.ts'
import { previewSettingsAnswer } from './preview-answers.ts'
import { settingsRecord } from './preview-record.ts'

const path =
  '/v4/berth/organisations/:ownerId/applications/:applicationId/preview-settings' as const

const getSettings = endpoint({
  method: 'GET',
  path,
  access: { on: 'application', may: 'operate' },
  summary: 'Shows how the previews of an application are made',
  answer: previewSettingsAnswer,
  async handle({ platform, application }) {
    return settingsRecord(await previewSettingsOf(platform, application.id))
  },
})

const body = object({
  isEnabled: optional(boolean),
  /** Each pull request of the connected repository gets a preview. */
  pullRequests: optional(boolean),
  maxPreviews: optional(integer),
  /** Seconds without visitors and commits after which a preview is removed; 0 for never. */
  idleTimeout: optional(integer),
  /** Seconds without visitors after which a preview sleeps; 0 for never. */
  sleepTimeout: optional(integer),
  /** Size of the instance; empty for that of the application, and at most XS. */
  flavor: clearable,
  /** Scheduled tasks run in previews as well. */
  runsCrons: optional(boolean),
  /** In place of variables of the application, or besides them. */
  variables: optional(record(string)),
  /** All that a preview of a fork gets. */
  isolatedVariables: optional(record(string)),
  /**
   * What previews get in place of each linked add-on: an empty one of a plan, by default the cheapest; one that begins with
   * a back-up of it, which is named by its id or `latest`, by default of the same plan; or none.
   */
  addons: optional(
    record(
      object({
        kind: oneOf(...previewAddonKinds),
        backupId: optional(string),
        planId: optional(string),
      }),
    ),
  ),
  /** Visitors are asked for it, with the user name `preview`; empty for none. */
  password: clearable,
})

const putSettings = endpoint({
  method: 'PUT',
  path,
  access: { on: 'application', may: 'operate' },
  action: 'preview.settings',
  summary: 'Changes how the previews of an application are made; what is absent stays',
  body,
  answer: previewSettingsAnswer,
  async handle({ platform, application, caller, body }) {
    const before = await previewSettingsOf(platform, application.id)
    for (const permission of neededFor(body, before)) {
      await permitOwner(platform, caller, permission, application.ownerId)
    }
    return settingsRecord(await changePreviewSettings(platform, application, changeIn(body)))
  },
})

/** Each preview is an application and orders add-ons: who may do neither does not decide that others may, how many, and of which plans. */
function neededFor(
  { isEnabled = false, maxPreviews = 0, addons }: Infer<typeof body>,
  before: PreviewSettings,
): Permission[] {
  const allowsMore = (isEnabled && !before.isEnabled) || maxPreviews > before.maxPreviews
  if (allowsMore) return ['administer', 'order']
  return addons === undefined ? [] : ['order']
}

function changeIn(given: Infer<typeof body>): PreviewSettingsChange {
  const { idleTimeout, sleepTimeout, flavor, password, addons, ...others } = given
  const named = Object.entries(others).filter(([, value]) => value !== undefined)
  return {
    ...Object.fromEntries(named),
    ...(idleTimeout !== undefined && { idleTimeout: timeoutOf(idleTimeout) }),
    ...(sleepTimeout !== undefined && { sleepTimeout: timeoutOf(sleepTimeout) }),
    ...(flavor !== undefined && { flavor: flavor === '' ? null : flavor }),
    ...(password !== undefined && { password: password === '' ? null : password }),
    ...(addons !== undefined && { addons: rulesIn(addons) }),
  }
}

const timeoutOf = (seconds: number) => (seconds === 0 ? null : seconds * 1000)

type GivenRule = NonNullable<Infer<typeof body>['addons']>[string]

const rulesIn = (addons: Readonly<Record<string, GivenRule>>): Record<AddonId, PreviewAddonRule> =>
  Object.fromEntries(Object.entries(addons).map(([addonId, rule]) => [addonId, ruleIn(rule)]))

function ruleIn({ kind, backupId = '', planId: plan }: GivenRule): PreviewAddonRule {
  const planId = (plan ?? null) as PlanId | null
  if (kind === 'none') return { kind }
  return kind === 'plan' ? { kind, planId } : { kind, backupId, planId }
}

export const previewSettingsEndpoints: readonly Endpoint[] = [getSettings, putSettings]
