import { queryKeys } from '#console/api/query-keys.ts'
import { eventKindOf, isNews, type Refreshed } from '#protocol/events.ts'

type Key = readonly unknown[]

/** An event of the stream, or the progress of a deployment, which is not kept. */
export interface LiveEvent {
  ownerId: string
  event: string
  data: Record<string, unknown>
}

/** Keys of the queries whose answers an event may have changed; one of a newer server changes its owner. */
export function invalidatedKeys({ event, ownerId, data }: LiveEvent): Key[] {
  const id = typeof data.id === 'string' ? data.id : ''
  const applicationId = typeof data.appId === 'string' ? data.appId : ''
  // A step of a deployment changes nothing else, and comes often.
  if (event === 'DEPLOYMENT_STATE_CHANGE') return progressKeys({ ownerId, id: applicationId })
  const { refreshes } = eventKindOf(event) ?? { refreshes: ['owner'] as const }
  const keys = refreshes.flatMap((refreshed) =>
    keysOf[refreshed](id.startsWith('orga_') ? id : ownerId),
  )
  return isNews(event) ? [...keys, queryKeys.news] : keys
}

const keysOf: Readonly<Record<Refreshed, (ownerId: string) => Key[]>> = {
  summary: () => [queryKeys.summary],
  applications: (ownerId) => [
    queryKeys.applications(ownerId),
    queryKeys.ofOwner(ownerId, 'overview'),
  ],
  owner: (ownerId) => [queryKeys.owner(ownerId)],
  account: () => [queryKeys.self],
}

const progressKeys = (address: { ownerId: string; id: string }): Key[] => [
  queryKeys.ofApplication(address, 'deployments'),
  queryKeys.ofApplication(address, 'status'),
  queryKeys.ofOwner(address.ownerId, 'overview'),
]
