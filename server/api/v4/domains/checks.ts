import { domainCheckAnswer } from '#api/answers/domains.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { domainFromWire } from '#api/v2/organisations/applications/vhosts.ts'
import { domainToWire } from '#api/v2/wire.ts'
import type { Infer } from '#kit/schema.ts'
import {
  checkDomain,
  type DomainState,
} from '#platform/hosting/applications/domains/checks/check-domain.ts'
import { baseOf, type DomainName } from '#platform/model/hosting/domain.ts'
import type { HostCertificate } from '#platform/model/hosting/domains/domain-check.ts'
import { dnsHostOf } from '#protocol/dns/dns-hosts.ts'

const path =
  '/v4/berth/organisations/:ownerId/applications/:applicationId/domains/:domain/check' as const

export const getDomainCheck = endpoint({
  method: 'GET',
  path,
  access: { on: 'application', may: 'see' },
  summary:
    'Shows whether the DNS records of a domain lead to the platform, and how its certificate is; the records are looked up again when the last look is a while ago',
  answer: domainCheckAnswer,
  async handle({ platform, application, params, addresses, caller }) {
    const name = domainFromWire(params.domain, addresses)
    const options = { caller: caller.userId, isAgain: false }
    const state = await checkDomain(platform, application, name, options)
    return { ...domainToWire(name, addresses), ...checkToWire(name, state) }
  },
})

export const postDomainCheck = endpoint({
  method: 'POST',
  path,
  access: { on: 'application', may: 'operate' },
  action: 'domain.check',
  summary:
    'Looks up the DNS records of a domain again; if they are right, its failed certificate order is repeated',
  answer: domainCheckAnswer,
  // It asks servers of others, which takes longer than an answer of ours.
  cost: 5,
  async handle({ platform, application, params, addresses, caller }) {
    const name = domainFromWire(params.domain, addresses)
    const options = { caller: caller.userId, isAgain: true }
    const state = await checkDomain(platform, application, name, options)
    return { ...domainToWire(name, addresses), ...checkToWire(name, state) }
  },
})

const iso = (time: number) => new Date(time).toISOString()

function checkToWire(
  name: DomainName,
  { state, found, expected, missing, wrong, certificate }: DomainState,
): Omit<Infer<typeof domainCheckAnswer>, 'fqdn'> {
  const nameServers = found?.nameServers ?? []
  return {
    host: name.host,
    zone: found?.zone ?? baseOf(name),
    dns: {
      state,
      host: dnsHostOf(nameServers) ?? null,
      nameServers,
      found: { a: found?.a ?? [], aaaa: found?.aaaa ?? [], cname: found?.cname ?? [] },
      expected: { a: [...expected.a], cname: expected.cname },
      missing,
      wrong,
      unanswered: found?.unanswered ?? [],
      checkedAt: found ? iso(found.checkedAt) : null,
    },
    certificate: certificateToWire(certificate),
  }
}

const certificateToWire = ({
  notAfter,
  nextAttempt,
  ...rest
}: HostCertificate): Infer<typeof domainCheckAnswer>['certificate'] => ({
  ...rest,
  ...(notAfter !== undefined && { notAfter: iso(notAfter) }),
  ...(nextAttempt !== undefined && { nextAttempt: iso(nextAttempt) }),
})
