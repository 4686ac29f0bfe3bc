import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '#client/http/api-error.ts'
import { abortable } from '#client/http/connection.ts'
import { certificates } from '#client/resources/applications/certificates.ts'
import { domains, type LoadBalancer } from '#client/resources/applications/domains.ts'
import { tcpRedirections } from '#client/resources/applications/tcp-redirections.ts'
import { connection } from '#console/api/connection.ts'
import { type OwnedId, queryKeys } from '#console/api/query-keys.ts'

/** Domains of an application, and which of them is its favourite. */
export const domainsQuery = (address: OwnedId) =>
  queryOptions({
    queryKey: queryKeys.ofApplication(address, 'domains'),
    queryFn: ({ signal }) => domains(abortable(connection, signal)).listWithFavourite(address),
  })

/** Whether the records of a domain lead to the platform, and how its certificate is. */
export const domainCheckQuery = (address: OwnedId, fqdn: string) =>
  queryOptions({
    // Events about certificates refresh what is below the application.
    queryKey: [...queryKeys.ofApplication(address, 'domain-checks'), fqdn],
    queryFn: ({ signal }) => domains(abortable(connection, signal)).lastCheck(address, fqdn),
  })

/** Where DNS records have to lead; `null` while the operator has not told the public addresses. */
export const loadBalancerQuery = (address: OwnedId) =>
  queryOptions({
    queryKey: queryKeys.ofApplication(address, 'load-balancer'),
    queryFn: async ({ signal }): Promise<LoadBalancer | null> => {
      try {
        const [first] = await domains(abortable(connection, signal)).loadBalancers(address)
        return first ?? null
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
  })

/** Public ports that lead to an application. */
export const tcpRedirectionsQuery = (address: OwnedId) =>
  queryOptions({
    queryKey: queryKeys.ofApplication(address, 'tcp-redirections'),
    queryFn: ({ signal }) => tcpRedirections(abortable(connection, signal)).list(address),
  })

/** Namespaces in which ports can be opened; none where the operator offers no ports. */
export const namespacesQuery = (ownerId: string) =>
  queryOptions({
    queryKey: queryKeys.ofOwner(ownerId, 'namespaces'),
    queryFn: ({ signal }) => tcpRedirections(abortable(connection, signal)).namespaces(ownerId),
  })

/** Certificates of the owner, and the domains that certificates are ordered for. */
export const certificatesQuery = (address: OwnedId) =>
  queryOptions({
    // Events about certificates refresh what is below the application.
    queryKey: queryKeys.ofApplication(address, 'certificates'),
    queryFn: async ({ signal }) => {
      const api = certificates(abortable(connection, signal))
      const [list, orders] = await Promise.all([
        api.list(address.ownerId),
        api.orders(address.ownerId),
      ])
      return { list, orders }
    },
  })
