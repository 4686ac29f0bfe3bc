import {
  array,
  boolean,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  string,
} from '#kit/schema.ts'
import { dnsStates, hostCertificateStates } from '#platform/model/hosting/domains/domain-check.ts'
import { dnsHostIds } from '#protocol/dns/dns-hosts.ts'

export const tcpRedirectionRecord = object({ namespace: string, port: integer })
export const tcpRedirectionList = list(tcpRedirectionRecord)
/** Domains, of which one may be the favourite; a wildcard has no URL. */
export const ownDomainList = list(
  object({ fqdn: string, isFavourite: boolean, url: nullable(string) }),
)
export const namespaceList = list(object({ namespace: string }))

export const loadBalancerList = list(
  object({
    id: string,
    /** The zone. */
    name: string,
    zoneId: string,
    dns: object({ cname: string, a: array(string) }),
  }),
)

/** Without a proof, the domain needs none. */
export const domainProofAnswer = object({
  fqdn: string,
  proof: nullable(object({ name: string, type: oneOf('TXT'), value: string, isFound: boolean })),
})

/** How the DNS records and the certificate of a domain are. */
export const domainCheckAnswer = object({
  fqdn: string,
  /** The name in the DNS, `*.` of a wildcard included. */
  host: string,
  /** The zone that has its records. */
  zone: string,
  dns: object({
    state: oneOf(...dnsStates),
    /** Who serves the zone, by its name servers. */
    host: nullable(oneOf(...dnsHostIds)),
    nameServers: array(string),
    found: object({ a: array(string), aaaa: array(string), cname: array(string) }),
    expected: object({ a: array(string), cname: string }),
    /** Addresses of the platform without a record. */
    missing: array(string),
    /** Records that lead elsewhere. */
    wrong: array(object({ type: oneOf('A', 'AAAA', 'CNAME'), value: string })),
    /** Types that no name server answered about in time. */
    unanswered: array(string),
    /** `null` for a domain whose records are the operator's. */
    checkedAt: nullable(string),
  }),
  certificate: object({
    state: oneOf(...hostCertificateStates),
    source: optional(oneOf('uploaded', 'acme', 'platform')),
    notAfter: optional(string),
    problem: optional(string),
    advice: optional(string),
    nextAttempt: optional(string),
  }),
})
