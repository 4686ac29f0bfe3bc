import { queryKeys } from '#console/api/query-keys.ts'

type Key = readonly unknown[]

/** An event, or the progress of a deployment. */
interface HeardEvent {
  ownerId: string
  event: string
  data: Record<string, unknown>
}

/** Names that change what the summary shows: names, states and who is where. */
const inSummary =
  /^(APPLICATION_(CREATION|DELETION|EDITION|STOP|REDEPLOY)|ADDON_|ORGANISATION_|MEMBER_|CONSUMER_|ACCOUNT_|OWNER_)/
const ofAccount =
  /^(ACCOUNT|ACCESS_TOKEN|API_TOKEN|EMAIL|MFA|PASSWORD|SECOND_FACTOR|SESSION|SSH_KEY|AVATAR)_/
const ofApplications = /^(APPLICATION_|DEPLOYMENT_|CERTIFICATE_)|^GIT_PUSH$/

/** Keys of the queries whose answers an event may have changed. */
export function invalidatedKeys({ event, ownerId, data }: HeardEvent): Key[] {
  const id = typeof data.id === 'string' ? data.id : ''
  const applicationId = typeof data.appId === 'string' ? data.appId : ''
  const keys: Key[] = inSummary.test(event) ? [queryKeys.summary] : []
  // A step of a deployment changes nothing else, and comes often.
  if (event === 'DEPLOYMENT_STATE_CHANGE') return progressKeys({ ownerId, id: applicationId })
  if (ofApplications.test(event))
    return [...keys, queryKeys.applications(ownerId), queryKeys.ofOwner(ownerId, 'overview')]
  // Linked applications get other variables.
  if (event.startsWith('ADDON_')) return [...keys, queryKeys.owner(ownerId)]
  if (ofAccount.test(event)) return [...keys, queryKeys.self]
  return [...keys, queryKeys.owner(id.startsWith('orga_') ? id : ownerId)]
}

const progressKeys = (address: { ownerId: string; id: string }): Key[] => [
  queryKeys.ofApplication(address, 'deployments'),
  queryKeys.ofApplication(address, 'status'),
  queryKeys.ofOwner(address.ownerId, 'overview'),
]
