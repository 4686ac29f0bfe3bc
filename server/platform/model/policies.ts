import type { PortRange } from '#kit/net/free-port.ts'
import type { BillingPolicies } from '#platform/model/billing/billing-policies.ts'
import type { MaxFlavors } from '#platform/model/hosting/max-flavors.ts'
import type { AutoscalingPolicies } from '#platform/model/hosting/scale-rules.ts'
import type { Quotas } from './quotas.ts'
import type { Zone } from './zone.ts'

/** Settings of the operator that the platform's verbs go by. */
export interface Policies {
  /** Parent domain of the applications' default domains. */
  appsDomain: string
  /** Hosts of the platform itself: API, bridge, console, Git, add-ons. */
  platformHosts: readonly string[]
  /** Whether owners prove by a DNS record that a domain is theirs. */
  domainProof: 'none' | 'dns'
  /** IPv4 addresses at which visitors reach the router; empty when unknown. */
  publicAddresses: readonly string[]
  /** Host name that leads to these addresses; an application's own domain when absent. */
  publicName: string | undefined
  /** Public ports for TCP redirections; none when absent. */
  tcpPorts: PortRange | undefined
  /** Range of IPv4 addresses that subnets of network groups are taken from. */
  networkGroupRange: string
  /** Domain of the names of members of network groups. */
  networkGroupDomain: string
  /** UDP ports for machines and servers that join network groups. */
  networkGroupPorts: PortRange
  /** Host at which they reach this server. */
  networkGroupHost: string
  zones: readonly Zone[]
  /** Default health check timeout, in milliseconds. */
  healthCheckTimeout: number
  /** The same for applications that start slowly, in milliseconds. */
  slowStartTimeout: number
  /** Default probation of a new version after the switch, in milliseconds; 0 for none. */
  probation: number
  /** Whether a version that dies soon after its probation is rolled back, where its application does not say. */
  autoRollback: boolean
  /** How long after its probation that may happen, in milliseconds. */
  autoRollbackWindow: number
  /** Timeout for draining old instances, in milliseconds. */
  drainTimeout: number
  /** Time between SIGTERM and SIGKILL, in milliseconds. */
  stopGrace: number
  /** Shells without input and output for this long are closed, in milliseconds. */
  shellIdleTimeout: number
  /** Releases kept per application for rollback. */
  releasesKept: number
  /** Who may create an account: nobody, users with an invitation, anybody. */
  signup: 'closed' | 'invite' | 'open'
  /** Whether an access token may be used through a consumer other than its own. */
  tokensAcrossConsumers: boolean
  /** Confirmed e-mail addresses of the operators. */
  operators: readonly string[]
  /** Timeout of a call to an add-on provider, in milliseconds. */
  providerTimeout: number
  quotas: Quotas
  billing: BillingPolicies
  /** The largest flavors that owners may choose. */
  maxFlavors: MaxFlavors
  autoscaling: AutoscalingPolicies
  /** Between looks at a repository that an application is deployed from, in milliseconds. */
  repositoryInterval: number
  /** Concurrent deployments on this machine. */
  maxConcurrentDeployments: number
  /** Bearer token of the operator's monitoring. */
  metricsToken: string | undefined
  /** Whether the operator's monitoring sees each application. */
  hasApplicationMetrics: boolean
  /** Whether operators get an e-mail about what is outdated. */
  hasWeeklyReport: boolean
}
