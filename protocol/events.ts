export const eventVisibilities = ['see', 'bill', 'belong', 'account'] as const

/**
 * Which members of the owner may see an event: those who may see applications and add-ons (`see`), bills (`bill`), the
 * organisation (`belong`); or only the user whose account changed (`account`).
 */
export type EventVisibility = (typeof eventVisibilities)[number]

/** What a client that shows it asks for again after an event. */
export type Refreshed = 'summary' | 'applications' | 'owner' | 'account'

/** What an event of a name is. */
export interface EventKind {
  visibility: EventVisibility
  /** The same at an organisation, where there is no account; default: `see`. */
  atOrganisations?: EventVisibility
  refreshes: readonly Refreshed[]
}

// Listed: the summary shows it, with names, states and who is where.
const listedApplication = { visibility: 'see', refreshes: ['summary', 'applications'] } as const
const application = { visibility: 'see', refreshes: ['applications'] } as const
// Linked applications get other variables.
const addon = { visibility: 'see', refreshes: ['summary', 'owner'] } as const
const bill = { visibility: 'bill', refreshes: ['owner'] } as const
const listedOrganisation = { visibility: 'belong', refreshes: ['summary', 'owner'] } as const
const organisation = { visibility: 'belong', refreshes: ['owner'] } as const
const listedAccount = { visibility: 'account', refreshes: ['summary', 'account'] } as const
const account = { visibility: 'account', refreshes: ['account'] } as const
const avatar = { ...account, atOrganisations: 'belong' } as const
const owner = { visibility: 'see', refreshes: ['owner'] } as const

/** All events that there are, by name. */
export const events = {
  APPLICATION_CREATION: listedApplication,
  APPLICATION_DELETION: listedApplication,
  APPLICATION_EDITION: listedApplication,
  APPLICATION_REDEPLOY: listedApplication,
  APPLICATION_SLEEP: listedApplication,
  APPLICATION_STOP: listedApplication,
  APPLICATION_WAKE: listedApplication,
  CERTIFICATE_FAILED: application,
  CERTIFICATE_ISSUED: application,
  CRON_CHANGE: application,
  CRON_FAILED: application,
  CRON_RUN: application,
  DEPLOYMENT_ACTION_BEGIN: application,
  DEPLOYMENT_ACTION_END: application,
  DEPLOYMENT_FAIL: application,
  DEPLOYMENT_SUCCESS: application,
  GIT_PUSH: application,
  MAINTENANCE_BEGIN: application,
  MAINTENANCE_END: application,
  PREVIEW_CREATION: listedApplication,
  PREVIEW_DELETION: listedApplication,
  PREVIEW_EDITION: application,
  PREVIEW_FAIL: application,
  RUN_BEGIN: application,
  RUN_END: application,
  SHELL_CLOSE: application,
  SHELL_OPEN: application,
  ADDON_CREATION: addon,
  ADDON_DELETION: addon,
  ADDON_EDITION: addon,
  ADDON_STATE_CHANGE: addon,
  BILLING_ADD_PRICES: bill,
  BILLING_DECIDE_CONSUMPTION: bill,
  BILLING_DECIDE_SUSPENSION: bill,
  BILLING_ISSUE_CREDIT_NOTE: bill,
  BILLING_MARK_PAID: bill,
  BILLING_REMOVE_PRICES: bill,
  BILLING_RUN_INVOICES: bill,
  BILLING_SET_ALERTS: bill,
  BILLING_SET_REFERENCES: bill,
  BILLING_SET_STATUS: bill,
  CREDITS_ADDED: bill,
  INVOICE_ISSUED: bill,
  SPENDING_REACHED: bill,
  CONSUMER_AUTHORIZE: listedOrganisation,
  CONSUMER_CHANGE: listedOrganisation,
  CONSUMER_CREATE: listedOrganisation,
  CONSUMER_DELETE: listedOrganisation,
  CONSUMER_ROTATE: listedOrganisation,
  MEMBER_CHANGE: listedOrganisation,
  MEMBER_INVITE: listedOrganisation,
  MEMBER_REMOVE: listedOrganisation,
  ORGANISATION_CREATION: listedOrganisation,
  ORGANISATION_DELETION: listedOrganisation,
  ORGANISATION_EDITION: listedOrganisation,
  ORGANISATION_USER_ADDITION: listedOrganisation,
  OWNER_RESTORED: listedOrganisation,
  OWNER_SUSPENDED: listedOrganisation,
  CONSENT_WITHDRAW: organisation,
  INVITATION_DECLINE: organisation,
  INVITATION_WITHDRAW: organisation,
  ACCOUNT_CREATION: listedAccount,
  ACCOUNT_DELETION: listedAccount,
  ACCOUNT_EDITION: listedAccount,
  ACCESS_TOKEN_REVOKE: account,
  ACCESS_TOKEN_REVOKE_ALL: account,
  API_TOKEN_CREATE: account,
  API_TOKEN_RENAME: account,
  API_TOKEN_REVOKE: account,
  AVATAR_CHANGE: avatar,
  AVATAR_REMOVE: avatar,
  EMAIL_CONFIRM: account,
  EMAIL_PUT: account,
  EMAIL_REMOVE: account,
  PASSWORD_CHANGE: account,
  PASSWORD_RESET: account,
  SECOND_FACTOR_BEGIN: account,
  SECOND_FACTOR_CONFIRM: account,
  SECOND_FACTOR_PREFER: account,
  SECOND_FACTOR_REMOVE: account,
  SECOND_FACTOR_RENEW_CODES: account,
  SSH_KEY_ADD: account,
  SSH_KEY_REMOVE: account,
  ALERT_BEGIN: owner,
  ALERT_END: owner,
  ALERT_RULE_CHANGE: owner,
  DELIVERY_REPLAY: owner,
  DRAIN_CHANGE_STATE: owner,
  DRAIN_CREATE: owner,
  DRAIN_DELETE: owner,
  DRAIN_DISABLE: owner,
  DRAIN_ENABLE: owner,
  DRAIN_STOPPED: owner,
  EMAIL_HOOK_CHANGE: owner,
  EMAIL_HOOK_CREATE: owner,
  EMAIL_HOOK_DELETE: owner,
  FEATURE_DELETE: owner,
  FEATURE_PUT: owner,
  NETWORK_GROUP_ADD_PEER: owner,
  NETWORK_GROUP_CREATE: owner,
  NETWORK_GROUP_DELETE: owner,
  NETWORK_GROUP_LINK: owner,
  NETWORK_GROUP_REMOVE_PEER: owner,
  NETWORK_GROUP_UNLINK: owner,
  PLAN_CHANGE: owner,
  PLAN_CREATE: owner,
  PLAN_DELETE: owner,
  PLATFORM_ADD_GIT_HOST: owner,
  PLATFORM_BACK_UP: owner,
  PLATFORM_CHANGE_GIT_HOST: owner,
  PLATFORM_FETCH_TOOL: owner,
  PLATFORM_REDEPLOY_OUTDATED: owner,
  PLATFORM_REFRESH_TOOLCHAINS: owner,
  PLATFORM_REMOVE_GIT_HOST: owner,
  PLATFORM_REMOVE_TOOL: owner,
  PLATFORM_STOP_REDEPLOYMENT: owner,
  PROVIDER_CHANGE: owner,
  PROVIDER_DELETE: owner,
  PROVIDER_MOVE: owner,
  PROVIDER_PUSH: owner,
  TESTER_ADD: owner,
  TESTER_REMOVE: owner,
  USER_SETTING_REMOVE: owner,
  USER_SETTING_SET: owner,
  WEBHOOK_CHANGE: owner,
  WEBHOOK_CREATE: owner,
  WEBHOOK_DELETE: owner,
  WEBHOOK_DISABLED: owner,
  WEBHOOK_RENEW_SECRET: owner,
  WEBHOOK_REPLAY: owner,
} satisfies Record<string, EventKind>

export type EventName = keyof typeof events

/** `undefined` for a name of another version. */
export const eventKindOf = (name: string): EventKind | undefined =>
  Object.hasOwn(events, name) ? events[name as EventName] : undefined

/** What an event is to somebody who was away. */
export type NewsKind = 'deployment' | 'failure' | 'alert' | 'certificate' | 'invoice' | 'member'

/** Events that people want to hear of after they were away. */
export const newsKinds = {
  DEPLOYMENT_SUCCESS: 'deployment',
  DEPLOYMENT_FAIL: 'failure',
  CRON_FAILED: 'failure',
  DRAIN_STOPPED: 'failure',
  PREVIEW_FAIL: 'failure',
  WEBHOOK_DISABLED: 'failure',
  ALERT_BEGIN: 'alert',
  ALERT_END: 'alert',
  CERTIFICATE_FAILED: 'certificate',
  CERTIFICATE_ISSUED: 'certificate',
  INVOICE_ISSUED: 'invoice',
  SPENDING_REACHED: 'invoice',
  OWNER_SUSPENDED: 'invoice',
  OWNER_RESTORED: 'invoice',
  MEMBER_INVITE: 'member',
  MEMBER_REMOVE: 'member',
  ORGANISATION_USER_ADDITION: 'member',
} as const satisfies Partial<Record<EventName, NewsKind>>

/** Of the news, so many are told: more would not be read. */
export const maxNews = 50

export type NewsName = keyof typeof newsKinds

export const isNews = (name: string): name is NewsName => Object.hasOwn(newsKinds, name)

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
  META_ALERT: ['ALERT_BEGIN', 'ALERT_END', 'SPENDING_REACHED'],
} as const satisfies Record<string, readonly EventName[]>
