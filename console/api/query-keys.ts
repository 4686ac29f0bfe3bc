/** Id of a thing and of its owner. */
export interface OwnedId {
  ownerId: string
  id: string
}

/**
 * Keys of all queries, from the general to the special: what is invalidated takes everything below it along.
 */
export const queryKeys = {
  session: ['session'],
  self: ['self'],
  account: (part: string) => ['self', part],
  summary: ['summary'],
  /** What happened since the last visit. */
  news: ['news'],
  platform: ['platform'],
  documentation: ['documentation'],
  catalogue: (part: string) => ['catalogue', part],
  operator: (part: string) => ['operator', part],
  owner: (ownerId: string) => ['owners', ownerId],
  /** Something of an owner: `members`, `usage`, `invoices`, `audit`, … */
  ofOwner: (ownerId: string, part: string) => ['owners', ownerId, part],
  applications: (ownerId: string) => ['owners', ownerId, 'applications'],
  application: ({ ownerId, id }: OwnedId) => ['owners', ownerId, 'applications', id],
  /** Something of an application: `deployments`, `variables`, `metrics`, … */
  ofApplication: ({ ownerId, id }: OwnedId, part: string) => [
    'owners',
    ownerId,
    'applications',
    id,
    part,
  ],
  addons: (ownerId: string) => ['owners', ownerId, 'addons'],
  addon: ({ ownerId, id }: OwnedId) => ['owners', ownerId, 'addons', id],
  ofAddon: ({ ownerId, id }: OwnedId, part: string) => ['owners', ownerId, 'addons', id, part],
} as const
