import { type LinkOptions, linkOptions } from '@tanstack/react-router'
import type { OwnedId } from '#console/api/query-keys.ts'

/** Where a link leads: the path of a route, its parameters and its query. */
export type Address = LinkOptions

export type OwnerArea =
  | 'members'
  | 'audit'
  | 'billing'
  | 'marketplace'
  | 'settings'
  | 'webhooks'
  | 'network-groups'
  | 'consumers'
  | 'providers'

export type ApplicationTab =
  | 'deployments'
  | 'repository'
  | 'previews'
  | 'logs'
  | 'terminal'
  | 'metrics'
  | 'variables'
  | 'domains'
  | 'scaling'
  | 'links'
  | 'crons'
  | 'runs'
  | 'access-log'
  | 'drains'
  | 'webhooks'
  | 'settings'

export type AddonTab =
  | 'variables'
  | 'applications'
  | 'files'
  | 'metrics'
  | 'plan'
  | 'data'
  | 'backups'
  | 'logs'
  | 'settings'

export type ProviderTab = 'plans' | 'manifest' | 'testers' | 'calls' | 'statements' | 'settings'

export type BillingTab = 'invoices' | 'prices' | 'account'

export type OperatorTab =
  | 'organisations'
  | 'providers'
  | 'toolchains'
  | 'git-hosts'
  | 'settings'
  | 'backups'

type AccountArea = 'profile' | 'emails' | 'ssh-keys' | 'security' | 'sessions' | 'tokens' | 'access'

/** What can be created by a form. */
export type Creatable = 'application' | 'addon' | 'organisation' | 'provider' | 'consumer'

const owner = '/organisations/$ownerId'
const application = `${owner}/applications/$applicationId` as const
const addon = `${owner}/addons/$addonId` as const
const provider = `${owner}/providers/$providerId` as const

/** A path, or one below it; the first tab of a thing is at its own path. */
const below = <Path extends string, Tab extends string>(path: Path, tab: Tab | '') =>
  tab === '' ? path : (`${path}/${tab}` as `${Path}/${Tab}`)

/**
 * Addresses of pages. The router's types check them: a path without a route, or without one of its parameters, does not
 * compile.
 */
export const addressOf = {
  home: () => linkOptions({ to: '/' }),
  owner: (ownerId: string, area: OwnerArea | '' = '') =>
    linkOptions({ to: below(owner, area), params: { ownerId } }),
  billing: (ownerId: string, tab: BillingTab | '' = '') =>
    linkOptions({ to: below(`${owner}/billing`, tab), params: { ownerId } }),
  invoice: (ownerId: string, invoiceNumber: string) =>
    linkOptions({
      to: `${owner}/billing/invoices/$invoiceNumber`,
      params: { ownerId, invoiceNumber },
    }),
  application: ({ ownerId, id }: OwnedId, tab: ApplicationTab | '' = '') =>
    linkOptions({ to: below(application, tab), params: { ownerId, applicationId: id } }),
  /** Lines of the log that a query of the page chooses. */
  logs: ({ ownerId, id }: OwnedId, search: Record<string, string>) =>
    linkOptions({ to: `${application}/logs`, params: { ownerId, applicationId: id }, search }),
  deployment: ({ ownerId, id }: OwnedId, deploymentId: string) =>
    linkOptions({
      to: `${application}/deployments/$deploymentId`,
      params: { ownerId, applicationId: id, deploymentId },
    }),
  /** A one-off command. */
  run: ({ ownerId, id }: OwnedId, runId: string) =>
    linkOptions({
      to: `${application}/runs/$runId`,
      params: { ownerId, applicationId: id, runId },
    }),
  /** Two releases side by side, by their numbers. */
  comparison: ({ ownerId, id }: OwnedId, from?: number, to?: number) =>
    linkOptions({
      to: `${application}/deployments/compare`,
      params: { ownerId, applicationId: id },
      search: from && to ? { from: String(from), to: String(to) } : {},
    }),
  addon: ({ ownerId, id }: OwnedId, tab: AddonTab | '' = '') =>
    linkOptions({ to: below(addon, tab), params: { ownerId, addonId: id } }),
  /** A service in the marketplace. */
  offer: (ownerId: string, providerId: string) =>
    linkOptions({ to: `${owner}/marketplace/$providerId`, params: { ownerId, providerId } }),
  provider: (ownerId: string, providerId: string, tab: ProviderTab | '' = '') =>
    linkOptions({ to: below(provider, tab), params: { ownerId, providerId } }),
  /** A webhook with its deliveries. */
  webhook: (ownerId: string, webhookId: string) =>
    linkOptions({ to: `${owner}/webhooks/$webhookId`, params: { ownerId, webhookId } }),
  networkGroup: (ownerId: string, groupId: string) =>
    linkOptions({ to: `${owner}/network-groups/$groupId`, params: { ownerId, groupId } }),
  consumer: (ownerId: string, key: string) =>
    linkOptions({ to: `${owner}/consumers/$key`, params: { ownerId, key } }),
  account: (area: AccountArea) => linkOptions({ to: `/account/${area}` }),
  operator: (tab: OperatorTab | '' = '') => linkOptions({ to: below('/operator', tab) }),
  /** What is created, if that is decided, and for whom. */
  create: (what: Creatable | '', ownerId?: string) =>
    linkOptions({ to: below('/create', what), search: { for: ownerId } }),
  /** How to push to a new application for the first time. */
  firstPush: ({ ownerId, id }: OwnedId) =>
    linkOptions({
      to: '/create/application/$applicationId',
      params: { applicationId: id },
      search: { for: ownerId },
    }),
}
