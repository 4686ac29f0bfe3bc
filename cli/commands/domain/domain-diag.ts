import { defineCommand } from '#cli/define-command.ts'
import { describeDiagnosis } from '#cli/domains/describe-diagnosis.ts'
import { type Diagnosis, type DnsRecords, diagnose, isManaged } from '#cli/domains/diagnose.ts'
import { resolveDns } from '#cli/domains/resolve-dns.ts'
import { appsDomainOf, type ShownDomain, shownDomain } from '#cli/domains/shown-domain.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import type { DomainProof } from '#client/resources/applications/domains.ts'

/** The state of one domain in the DNS. */
export interface DiagnosedDomain extends ShownDomain {
  dns: Diagnosis
  proof: DomainProof | null
}

export const domainDiag = defineCommand({
  words: 'domain diag',
  summary: 'Check the DNS records of the domains of an application',
  arguments: [
    { name: 'fqdn', summary: 'only this domain, which may not be added yet', optional: true },
  ],
  options: {
    filter: { type: 'string', value: 'text', summary: 'Only domains that contain this text' },
    ...applicationOptions,
  },
  examples: ['berth domain diag', 'berth domain diag shop.example.org'],
  async handle(context) {
    const { output, args, options } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const [domains, [balancer]] = await Promise.all([
      client.domains.list(application),
      client.domains.loadBalancers(application),
    ])
    if (!balancer) throw new Refusal('The platform does not say where domains have to lead.')
    const present = domains.map((each) => shownDomain(each))
    const appsDomain = appsDomainOf(present)
    const wanted =
      args.fqdn === undefined
        ? present.filter((each) => each.domainWithPathPrefix.includes(options.filter ?? ''))
        : [wantedDomain(args.fqdn)]
    const diagnosed: DiagnosedDomain[] = []
    // One after the other, because an owner may have thousands and DNS servers refuse floods.
    for (const each of wanted) {
      const proof = await client.domains.proof(application, each.domainWithPathPrefix)
      const found = isManaged(each, appsDomain) ? noRecords : await resolveDns(each)
      const dns = diagnose(each, appsDomain, found, balancer.dns)
      diagnosed.push({ ...each, dns, proof: proof ?? null })
    }
    output.print(diagnosed, () =>
      diagnosed.length > 0 ? diagnosed.map(describeDiagnosis).join('\n\n') : 'No such domain.',
    )
    return diagnosed.some(isBroken) ? 1 : 0
  },
})

const noRecords: DnsRecords = { a: [], cname: [] }

function wantedDomain(fqdn: string): ShownDomain {
  if (!URL.canParse(`https://${fqdn}`)) throw new Refusal(`'${fqdn}' is not a domain.`)
  return shownDomain({ fqdn })
}

const isBroken = ({ dns, proof }: DiagnosedDomain): boolean =>
  dns.status === 'invalid' || dns.status === 'no-config' || proof?.isFound === false
