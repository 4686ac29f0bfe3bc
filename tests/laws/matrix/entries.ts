import * as listeners from '#api/endpoints.ts'
import type { Endpoint, OwnedKind } from '#api/http/endpoint.ts'
import { permissions, personalPermissions } from '#platform/model/identity/access/permissions.ts'
import { type Right, rights } from '#platform/model/identity/access/rights.ts'
import { type Role, roles } from '#platform/model/identity/accounts/organisation.ts'
import { accountEntries } from './entries/accounts.ts'
import { addonEntries } from './entries/addons.ts'
import { anyoneEntries } from './entries/anyone.ts'
import { cronEntries } from './entries/applications/crons.ts'
import { domainEntries } from './entries/applications/domains.ts'
import { runEntries } from './entries/applications/runs.ts'
import { applicationEntries } from './entries/applications.ts'
import { billingEntries } from './entries/billing/billing.ts'
import { operatorEntries } from './entries/billing/operator.ts'
import { consoleEntries } from './entries/console.ts'
import { eventEntries } from './entries/events/events.ts'
import { certificateEntries } from './entries/hosting/certificates.ts'
import { networkGroupEntries } from './entries/hosting/network-groups.ts'
import { linkEntries } from './entries/links.ts'
import { oauthEntries } from './entries/oauth.ts'
import { alertEntries } from './entries/observing/alerts.ts'
import { drainEntries } from './entries/observing/drains.ts'
import { logSearchEntries } from './entries/observing/log-search.ts'
import { metricsEntries } from './entries/observing/metrics.ts'
import { organisationEntries } from './entries/organisations.ts'
import { pageEntries } from './entries/pages.ts'
import { providerEntries } from './entries/providers.ts'
import { secondFactorEntries } from './entries/second-factor.ts'
import { selfEntries } from './entries/self.ts'
import { backupEntries } from './entries/services/backups.ts'
import { configProviderEntries } from './entries/services/config-provider.ts'
import { databaseEntries } from './entries/services/databases.ts'
import { fileEntries } from './entries/services/files.ts'
import { vendorEntries } from './entries/vendor.ts'
import type { Entries, Entry } from './entry.ts'

/** A valid call of every endpoint. */
export const entries: Entries = {
  ...anyoneEntries,
  ...accountEntries,
  ...pageEntries,
  ...consoleEntries,
  ...oauthEntries,
  ...selfEntries,
  ...secondFactorEntries,
  ...organisationEntries,
  ...applicationEntries,
  ...cronEntries,
  ...alertEntries,
  ...runEntries,
  ...domainEntries,
  ...certificateEntries,
  ...networkGroupEntries,
  ...providerEntries,
  ...linkEntries,
  ...addonEntries,
  ...configProviderEntries,
  ...backupEntries,
  ...fileEntries,
  ...databaseEntries,
  ...metricsEntries,
  ...drainEntries,
  ...logSearchEntries,
  ...vendorEntries,
  ...billingEntries,
  ...operatorEntries,
  ...eventEntries,
}

/** Every endpoint once, of either listener. */
export const everyEndpoint: readonly Endpoint[] = [
  ...new Set([...listeners.endpoints, ...listeners.bridgeEndpoints]),
]

/** Whether what an endpoint shows or changes belongs to an organisation or a person. */
export const hasOwner = ({ access }: Endpoint): boolean =>
  typeof access !== 'string' && access.on !== 'user'

/** Whether the endpoint requires authentication. */
export const isGuarded = ({ access }: Endpoint): boolean =>
  access !== 'anyone' && access !== 'visitor'

/**
 * Whether a path is about one owner's objects; below `/v2/self` it is about the caller's, except for objects with an
 * owner of their own.
 */
export const isOwned = ({ endpoint, path }: { endpoint: Endpoint; path: string }): boolean =>
  isOn(endpoint, 'owner', 'provider')
    ? path.includes(':ownerId')
    : isOn(endpoint, 'application', 'addon', 'resource')

const isOn = ({ access }: Endpoint, ...kinds: OwnedKind[]): boolean =>
  typeof access !== 'string' && kinds.some((kind) => kind === access.on)

/** Path parameters whose values have an owner. */
export const someonesIds = [
  ...['ownerId', 'applicationId', 'deploymentId', 'apiTokenId'],
  ...[
    'webhookId',
    'deliveryId',
    'emailHookId',
    'certificateId',
    'resourceId',
    'drainId',
    'instanceId',
  ],
  ...[
    'sessionId',
    'providerId',
    'planId',
    'addonId',
    'dependencyId',
    'migrationId',
    'transferId',
    'number',
  ],
]

/** Endpoints with an entry, by listener; a test of its own asserts that all have one. */
const isKnown = (endpoint: Endpoint) => keyOf(endpoint) in entries
export const endpoints = listeners.endpoints.filter(isKnown)
export const bridgeEndpoints = listeners.bridgeEndpoints.filter(isKnown)
export const allEndpoints = everyEndpoint.filter(isKnown)

/** Listener for OAuth 1 requests and unauthenticated ones. */
export const listenerOf = (setup: { url: string; bridge: string }, endpoint: Endpoint): string =>
  listeners.endpoints.includes(endpoint) ? setup.url : setup.bridge

export function keyOf({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  return `${method} ${path}`
}

export function entryOf(endpoint: Endpoint): Entry {
  const entry = entries[keyOf(endpoint)]
  if (!entry) throw new Error(`${keyOf(endpoint)} has no entry`)
  return entry
}

/** Permission and rights of an endpoint, from the access table. */
export interface Allowance {
  roles: readonly Role[]
  /** One of these is required; `undefined` if every consumer may call. */
  rights: readonly Right[] | undefined
}

export function allowedAt(endpoint: Endpoint): Allowance {
  const { permission, rights: needed } = entryOf(endpoint)
  const { access } = endpoint
  if (access === 'operator') return { roles, rights: ['manage_organisations_services'] }
  if (typeof access === 'string') return { roles, rights: needed }
  if (access.on === 'user') {
    return { roles, rights: needed ?? personalPermissions[access.may].rights }
  }
  const rule = permissions[permission ?? access.may]
  return { roles: rule.roles, rights: needed ?? rule.rights }
}

export const lesserRights = ({ rights: needed }: Allowance) =>
  needed ? rights.filter((right) => right !== 'almighty' && !needed.includes(right)) : []
