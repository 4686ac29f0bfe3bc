import { ApiError } from '#client/http/api-error.ts'
import type { Connection } from '#client/http/connection.ts'
import { path } from '#client/http/path.ts'
import type { DnsHostId } from '#protocol/dns/dns-hosts.ts'
import { type ApplicationAddress, applicationPath } from './application-address.ts'

/** A DNS name and path that route to an application. */
export interface Domain {
  /** Includes the path: `example.com/`. */
  fqdn: string
}

/** Where DNS records have to lead. */
export interface LoadBalancer {
  id: string
  /** The zone. */
  name: string
  zoneId: string
  dns: { cname: string; a: string[] }
}

/** The DNS record that proves who owns a domain. */
export interface DomainProof {
  name: string
  type: 'TXT'
  value: string
  isFound: boolean
}

/** Whether the DNS records of a domain lead to the platform, and how its certificate is. */
export interface DomainCheck {
  fqdn: string
  /** The name in the DNS, `*.` of a wildcard included. */
  host: string
  /** The zone that has its records. */
  zone: string
  dns: {
    state: DnsState
    /** Who serves the zone, by its name servers. */
    host: DnsHostId | null
    nameServers: string[]
    found: { a: string[]; aaaa: string[]; cname: string[] }
    expected: { a: string[]; cname: string }
    missing: string[]
    wrong: { type: 'A' | 'AAAA' | 'CNAME'; value: string }[]
    unanswered: string[]
    checkedAt: string | null
  }
  certificate: {
    state: CertificateState
    source?: 'uploaded' | 'acme' | 'platform'
    notAfter?: string
    problem?: string
    advice?: string
    nextAttempt?: string
  }
}

export type DnsState =
  | 'managed'
  | 'valid'
  | 'incomplete'
  | 'invalid'
  | 'no-config'
  | 'no-answer'
  | 'unknown'

/** Of the certificate that the visitors of a domain get. */
export type CertificateState =
  | 'valid'
  | 'expiring'
  | 'expired'
  | 'ordering'
  | 'wanted'
  | 'failed'
  | 'none'

export const domains = ({ ask }: Connection) => ({
  list: (application: ApplicationAddress) =>
    ask<Domain[]>({ method: 'GET', path: `${applicationPath(application)}/vhosts` }),

  /** With their URLs, `null` for a wildcard, and which of them is the favourite. */
  listWithFavourite: ({ id, ownerId }: ApplicationAddress) =>
    ask<(Domain & { isFavourite: boolean; url: string | null })[]>({
      method: 'GET',
      path: path`/v4/berth/organisations/${ownerId}/applications/${id}/domains`,
    }),

  /** Adds a name, with a path if any. */
  add: (application: ApplicationAddress, fqdn: string) =>
    ask<unknown>({ method: 'PUT', path: applicationPath(application) + path`/vhosts/${fqdn}` }),

  remove: (application: ApplicationAddress, fqdn: string) =>
    ask<unknown>({ method: 'DELETE', path: applicationPath(application) + path`/vhosts/${fqdn}` }),

  /** The owner's favourite domain; `undefined` if none is set. */
  async favourite(application: ApplicationAddress): Promise<Domain | undefined> {
    try {
      return await ask<Domain>({
        method: 'GET',
        path: `${applicationPath(application)}/vhosts/favourite`,
      })
    } catch (error) {
      if (error instanceof ApiError && error.code === noFavourite) return undefined
      throw error
    }
  },

  setFavourite: (application: ApplicationAddress, fqdn: string) =>
    ask<Domain>({
      method: 'PUT',
      path: `${applicationPath(application)}/vhosts/favourite`,
      body: { fqdn },
    }),

  unsetFavourite: (application: ApplicationAddress) =>
    ask<unknown>({ method: 'DELETE', path: `${applicationPath(application)}/vhosts/favourite` }),

  loadBalancers: ({ id, ownerId }: ApplicationAddress) =>
    ask<LoadBalancer[]>({
      method: 'GET',
      path: path`/v4/load-balancers/organisations/${ownerId}/applications/${id}/load-balancers/default`,
    }),

  /** The record that a domain needs; `undefined` when the platform wants none. */
  async proof({ id, ownerId }: ApplicationAddress, fqdn: string): Promise<DomainProof | undefined> {
    const { proof } = await ask<{ proof: DomainProof | null }>({
      method: 'GET',
      path: path`/v4/berth/organisations/${ownerId}/applications/${id}/domains/${fqdn}/proof`,
    })
    return proof ?? undefined
  },

  /** The last check, or a new one when that is a while ago. */
  lastCheck: (application: ApplicationAddress, fqdn: string) =>
    ask<DomainCheck>({ method: 'GET', path: checkPath(application, fqdn) }),

  /** Looks at the DNS again, and repeats a failed order of a certificate. */
  check: (application: ApplicationAddress, fqdn: string) =>
    ask<DomainCheck>({ method: 'POST', path: checkPath(application, fqdn) }),
})

const checkPath = ({ id, ownerId }: ApplicationAddress, fqdn: string) =>
  path`/v4/berth/organisations/${ownerId}/applications/${id}/domains/${fqdn}/check`

const noFavourite = 4021
