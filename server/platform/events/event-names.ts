import { isPersonalSpace } from '#platform/accounts/organisations/organisation.ts'
import type { OwnerId } from '#platform/ids.ts'
import type { EventVisibility } from './event.ts'

/** Names of the public platform that clients know. */
export const publicEventNames = [
  'ACCOUNT_CREATION',
  'ACCOUNT_DELETION',
  'ACCOUNT_EDITION',
  'ADDON_CREATION',
  'ADDON_DELETION',
  'APPLICATION_CREATION',
  'APPLICATION_DELETION',
  'APPLICATION_EDITION',
  'APPLICATION_REDEPLOY',
  'APPLICATION_STOP',
  'CREDITS_ADDED',
  'DEPLOYMENT_ACTION_BEGIN',
  'DEPLOYMENT_ACTION_END',
  'DEPLOYMENT_FAIL',
  'DEPLOYMENT_SUCCESS',
  'GIT_PUSH',
  'ORGANISATION_CREATION',
  'ORGANISATION_DELETION',
  'ORGANISATION_EDITION',
  'ORGANISATION_USER_ADDITION',
] as const

/** Changes that the platform makes by itself and that have no public name. */
export const ownEventNames = [
  'ADDON_EDITION',
  'ADDON_STATE_CHANGE',
  'CERTIFICATE_FAILED',
  'CERTIFICATE_ISSUED',
  'DRAIN_STOPPED',
  'INVOICE_ISSUED',
  'OWNER_RESTORED',
  'OWNER_SUSPENDED',
  'WEBHOOK_DISABLED',
] as const

/** Names that stand for several others in the filter of a hook. */
export const metaEvents = {
  META_SERVICE_LIFECYCLE: [
    'APPLICATION_STOP',
    'DEPLOYMENT_ACTION_BEGIN',
    'DEPLOYMENT_FAIL',
    'DEPLOYMENT_SUCCESS',
  ],
  META_DEPLOYMENT_RESULT: ['DEPLOYMENT_FAIL', 'DEPLOYMENT_SUCCESS'],
  META_SERVICE_MANAGEMENT: [
    'ADDON_CREATION',
    'ADDON_DELETION',
    'APPLICATION_CREATION',
    'APPLICATION_DELETION',
    'APPLICATION_EDITION',
  ],
  META_CREDITS: ['CREDITS_ADDED'],
} as const satisfies Record<string, readonly (typeof publicEventNames)[number][]>

const byAction: Readonly<Record<string, string>> = {
  'account.create': 'ACCOUNT_CREATION',
  'account.delete': 'ACCOUNT_DELETION',
  'account.change': 'ACCOUNT_EDITION',
  'addon.order': 'ADDON_CREATION',
  'addon.delete': 'ADDON_DELETION',
  'application.create': 'APPLICATION_CREATION',
  'application.delete': 'APPLICATION_DELETION',
  'application.restart': 'APPLICATION_REDEPLOY',
  'application.rollback': 'APPLICATION_REDEPLOY',
  'application.push': 'GIT_PUSH',
  'application.stop': 'APPLICATION_STOP',
  'billing.grant-credit': 'CREDITS_ADDED',
  'organisation.create': 'ORGANISATION_CREATION',
  'organisation.delete': 'ORGANISATION_DELETION',
  'organisation.change': 'ORGANISATION_EDITION',
  'member.join': 'ORGANISATION_USER_ADDITION',
}

const aboutApplications =
  /^(application|variables?|exposed-variables|domains?|certificates?|tcp-redirections?|dependency|deployment|release)\./

/**
 * Name of the event of an action: the public one where there is one, `APPLICATION_EDITION` or `ADDON_EDITION` for other
 * changes of an application or add-on, else the action itself in capitals (`member.remove` is `MEMBER_REMOVE`).
 */
export function eventNameOf(action: string): string {
  const known = byAction[action]
  if (known !== undefined) return known
  if (aboutApplications.test(action)) return 'APPLICATION_EDITION'
  if (action.startsWith('addon.')) return 'ADDON_EDITION'
  return action.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')
}

const ofTheAccount =
  /^(account|access-token|api-token|email|mfa|password|second-factor|session|ssh-key|avatar)\./

/** What every member may look at, whatever the role. */
const ofTheOrganisation = /^(avatar|consent|consumer|invitation|member|organisation)\./

/** Who may see the event of an action at an owner: of an unknown one, whoever may look at the applications. */
export function visibilityOf(action: string, ownerId: OwnerId): EventVisibility {
  if (action.startsWith('billing.')) return 'bill'
  if (isPersonalSpace(ownerId) && ofTheAccount.test(action)) return 'account'
  return ofTheOrganisation.test(action) ? 'belong' : 'see'
}

const accountNames =
  /^(ACCOUNT|ACCESS_TOKEN|API_TOKEN|EMAIL|MFA|PASSWORD|SECOND_FACTOR|SESSION|SSH_KEY|AVATAR)_(?!HOOK_)/

const organisationNames = /^(AVATAR|CONSENT|CONSUMER|INVITATION|MEMBER|ORGANISATION|OWNER)_/

/** Who may see an event of which only the name is kept. */
export function visibilityOfName(name: string, ownerId: OwnerId): EventVisibility {
  if (/^(BILLING|CREDITS|INVOICE)_/.test(name)) return 'bill'
  if (isPersonalSpace(ownerId) && accountNames.test(name)) return 'account'
  return organisationNames.test(name) ? 'belong' : 'see'
}

/** Actions that are audited and change nothing that others would follow. */
export const isReading = (action: string): boolean =>
  action.startsWith('session.') || /\.(reveal|open|check|show-codes|list-backups)$/.test(action)
