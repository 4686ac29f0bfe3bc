import type { OwnedId } from '#console/api/query-keys.ts'

/** Tabs of an application; the overview has no word. */
export type ApplicationTab =
  | ''
  | 'deployments'
  | 'logs'
  | 'metrics'
  | 'variables'
  | 'domains'
  | 'scaling'
  | 'links'
  | 'access-log'
  | 'drains'
  | 'webhooks'
  | 'settings'

export type OwnerPart =
  | ''
  | 'members'
  | 'audit'
  | 'billing'
  | 'marketplace'
  | 'settings'
  | 'webhooks'
  | 'network-groups'
  | 'applications'
  | 'addons'
  | 'consumers'
  | 'providers'

export type AccountPart =
  | 'profile'
  | 'emails'
  | 'ssh-keys'
  | 'security'
  | 'sessions'
  | 'tokens'
  | 'access'

const joined = (...segments: readonly string[]) =>
  `/${segments
    .filter((segment) => segment !== '')
    .map(encodeURIComponent)
    .join('/')}`

/** Addresses of pages: one place for each thing. */
export const addressOf = {
  owner: (ownerId: string, part: OwnerPart = '') => joined('organisations', ownerId, part),
  billing: (ownerId: string, ...parts: readonly string[]) =>
    joined('organisations', ownerId, 'billing', ...parts),
  application: ({ ownerId, id }: OwnedId, tab: ApplicationTab = '') =>
    joined('organisations', ownerId, 'applications', id, tab),
  deployment: ({ ownerId, id }: OwnedId, uuid: string) =>
    joined('organisations', ownerId, 'applications', id, 'deployments', uuid),
  /** Two releases side by side, by their numbers. */
  comparison: ({ ownerId, id }: OwnedId, from?: number, to?: number) =>
    joined('organisations', ownerId, 'applications', id, 'deployments', 'compare') +
    (from && to ? `?${new URLSearchParams({ from: String(from), to: String(to) })}` : ''),
  /** A webhook with its deliveries. */
  webhook: (ownerId: string, id: string) => joined('organisations', ownerId, 'webhooks', id),
  networkGroup: (ownerId: string, id: string) =>
    joined('organisations', ownerId, 'network-groups', id),
  addon: ({ ownerId, id }: OwnedId, tab = '') =>
    joined('organisations', ownerId, 'addons', id, tab),
  provider: (ownerId: string, providerId: string, tab = '') =>
    joined('organisations', ownerId, 'providers', providerId, tab),
  consumer: (ownerId: string, key: string) => joined('organisations', ownerId, 'consumers', key),
  account: (part: AccountPart) => joined('account', part),
  operator: (part = '') => joined('operator', part),
  /** What is created, if that is decided, and for whom. */
  create: (what = '', ownerId?: string) =>
    joined('create', what) + (ownerId ? `?${new URLSearchParams({ for: ownerId })}` : ''),
}
