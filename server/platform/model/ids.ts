import type { UUID } from 'node:crypto'
import { Refusal, type RefusalDetails } from './refusal.ts'

export type UserId = `user_${string}`
export type OrganisationId = `orga_${string}`
/** Whom things belong to: an organisation, or the user whose personal space it is. */
export type OwnerId = UserId | OrganisationId
/** Whom a provider belongs to: an owner, or the platform itself. */
export type ProviderOwnerId = OwnerId | 'platform'
/** Whom an OAuth consumer belongs to: an owner, the platform itself, or the operator's settings. */
export type ConsumerOwnerId = ProviderOwnerId | 'operator'
/** Who did something: a user, or empty for the platform itself and for somebody without an account. */
export type AuthorId = UserId | ''

export type ApplicationId = `app_${string}`
export type DeploymentId = `deployment_${string}`
export type InstanceId = UUID

export type AddonId = `addon_${string}`
/** The provider's name for an add-on: any text that it has chosen. */
export type RealId = string
/** How clients and providers name an add-on: by our id or by the provider's. */
export type AddonReference = AddonId | RealId
/** How clients and providers name a plan: by its id, its slug or an alias of the slug. */
export type PlanReference = PlanId | string
/** Whose lines a log holds. */
export type LogSourceId = ApplicationId | AddonId

export type PlanId = `plan_${string}`
export type PlanSwitchId = `migration_${string}`
export type ConsumptionId = `consumption_${string}`
export type DeliveryId = `delivery_${string}`

export type WebhookId = `webhook_${string}`
export type WebhookDeliveryId = `webhookdelivery_${string}`
export type EmailHookId = `emailhook_${string}`
export type RepositoryDeliveryId = `repodelivery_${string}`
export type GitHostId = `githost_${string}`
export type DrainId = `drain_${string}`
export type PreviewId = `preview_${string}`

export type UsageId = `usage_${string}`
export type PriceListId = `prices_${string}`
export type CreditId = `credit_${string}`
/** `F<yyyymmdd>-<six digits>`. */
export type InvoiceNumber = `F${string}-${string}`

export type NetworkGroupId = `ng_${string}`

export type CertificateId = `certificate_${string}`

export type ApiTokenId = `api_tokens_${string}`
export type AvatarId = `avatar_${string}`
export type InvitationId = `invitation_${string}`
export type EmailId = `mail_${string}`
export type AuditEntryId = `audit_${string}`

/** Tells ids of one kind by their prefix; whether there is such a thing is for the store to say. */
const startsWith =
  <Prefix extends string>(prefix: Prefix) =>
  (text: string): text is `${Prefix}${string}` =>
    text.startsWith(prefix)

export const isUserId: (text: string) => text is UserId = startsWith('user_')
export const isOrganisationId: (text: string) => text is OrganisationId = startsWith('orga_')
export const isApplicationId: (text: string) => text is ApplicationId = startsWith('app_')
export const isAddonId: (text: string) => text is AddonId = startsWith('addon_')
export const isDeploymentId: (text: string) => text is DeploymentId = startsWith('deployment_')
const isPlanId: (text: string) => text is PlanId = startsWith('plan_')
export const isPlanSwitchId: (text: string) => text is PlanSwitchId = startsWith('migration_')
export const isDeliveryId: (text: string) => text is DeliveryId = startsWith('delivery_')
export const isWebhookId: (text: string) => text is WebhookId = startsWith('webhook_')
export const isWebhookDeliveryId: (text: string) => text is WebhookDeliveryId =
  startsWith('webhookdelivery_')
export const isEmailHookId: (text: string) => text is EmailHookId = startsWith('emailhook_')
export const isRepositoryDeliveryId: (text: string) => text is RepositoryDeliveryId =
  startsWith('repodelivery_')
const isPreviewId: (text: string) => text is PreviewId = startsWith('preview_')
export const isDrainId: (text: string) => text is DrainId = startsWith('drain_')
export const isNetworkGroupId: (text: string) => text is NetworkGroupId = startsWith('ng_')
export const isAvatarId: (text: string) => text is AvatarId = startsWith('avatar_')
export const isAuditEntryId: (text: string) => text is AuditEntryId = startsWith('audit_')

export const isOwnerId = (text: string): text is OwnerId => isOrganisationId(text) || isUserId(text)
export const isLogSourceId = (text: string): text is LogSourceId =>
  isApplicationId(text) || isAddonId(text)

/** Reads an id that somebody wrote: one of another form is refused like one that does not exist. */
const parser =
  <Id extends string>(
    isOfForm: (text: string) => text is Id,
    noun: string,
    details?: RefusalDetails,
  ) =>
  (text: string): Id => {
    if (isOfForm(text)) return text
    throw new Refusal('missing', `There is no ${noun} ${text}.`, details)
  }

export const parseOwnerId = parser(isOwnerId, 'organisation')
export const parseUserId = parser(isUserId, 'member')
export const parseApplicationId = parser(isApplicationId, 'application', {
  reason: 'application-missing',
})
export const parseNetworkGroupId = parser(isNetworkGroupId, 'network group')
export const parsePlanId = parser(isPlanId, 'plan')
export const parsePreviewId = parser(isPreviewId, 'preview')
export const parseCertificateId = parser(startsWith('certificate_'), 'certificate')
export const parseInvitationId = parser(startsWith('invitation_'), 'invitation')
export const parseApiTokenId = parser(startsWith('api_tokens_'), 'API token')
export const parseGitHostId = parser(startsWith('githost_'), 'Git host')
