import { array, boolean, integer, list, nullable, object, oneOf, string } from '#kit/schema.ts'

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
