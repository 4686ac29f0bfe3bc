import type { Application } from '#platform/model/hosting/application.ts'
import { ownDomain } from '#platform/model/hosting/domain.ts'
import type { Policies } from '#platform/model/policies.ts'
import { Refusal } from '#platform/model/refusal.ts'

/** Where the DNS records of an application's domains have to lead. */
export interface LoadBalancer {
  zone: string
  /** For CNAME records. */
  name: string
  /** For A records. */
  addresses: readonly string[]
}

/** The load balancers of an application by kind: the router is the only one, and it is open to all visitors. */
export function loadBalancersOf(
  policies: Policies,
  application: Application,
  kind: string,
): LoadBalancer[] {
  if (kind === 'private') return []
  if (kind !== 'default') {
    throw new Refusal('missing', 'There is no such kind of load balancer: use default or private.')
  }
  if (policies.publicAddresses.length === 0) {
    throw new Refusal(
      'missing',
      'The public addresses of this platform are not known. Ask the operator to set BERTH_PUBLIC_ADDRESSES.',
    )
  }
  return [loadBalancerOf(policies, application)]
}

/** The router, without addresses while the operator has not said which they are. */
export const loadBalancerOf = (
  { publicAddresses, publicName, appsDomain }: Policies,
  { id, zone }: Application,
): LoadBalancer => ({
  zone,
  name: publicName ?? ownDomain(id, appsDomain),
  addresses: publicAddresses,
})
