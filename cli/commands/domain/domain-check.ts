import { defineCommand } from '#cli/define-command.ts'
import { describeCheck } from '#cli/domains/describe-check.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import type { DomainCheck } from '#client/resources/applications/domains.ts'
import { dnsHostIds } from '#protocol/dns/dns-hosts.ts'

export const domainCheck = defineCommand({
  words: 'domain check',
  summary: 'Have the platform check the DNS records and certificates of an application',
  arguments: [{ name: 'fqdn', summary: 'only this domain', optional: true }],
  options: {
    'dns-host': {
      type: 'string',
      value: 'name',
      choices: dnsHostIds,
      summary: 'Print the records as this DNS host wants them; default: found by name servers',
    },
    ...applicationOptions,
  },
  examples: [
    'berth domain check',
    'berth domain check shop.example.org',
    'berth domain check shop.example.org --dns-host zone-file',
  ],
  async handle(context) {
    const { output, args, options } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const domains = (await client.domains.list(application)).map(({ fqdn }) => fqdn)
    const wanted = args.fqdn === undefined ? domains : [addedDomain(domains, args.fqdn)]
    const checks: DomainCheck[] = []
    // One after the other, because the platform limits how many are looked up.
    for (const fqdn of wanted) checks.push(await client.domains.check(application, fqdn))
    output.print(checks, () =>
      checks.length > 0
        ? checks.map((check) => describeCheck(check, options['dns-host'])).join('\n\n')
        : 'No domains. Add one with `berth domain add <domain>`.',
    )
    return checks.some(isBroken) ? 1 : 0
  },
})

/** As the platform shows it: with its port, and with a slash at the end. */
function addedDomain(domains: readonly string[], given: string): string {
  const plain = (fqdn: string) => fqdn.toLowerCase().replace(/:\d+/, '').replace(/\/$/, '')
  const found = domains.find((fqdn) => plain(fqdn) === plain(given))
  if (found === undefined) {
    throw new Refusal(
      `The application has no domain ${given}.`,
      `Add it with \`berth domain add ${given}\`; \`berth domain diag ${given}\` says what it needs.`,
    )
  }
  return found
}

const isBroken = ({ dns, certificate }: DomainCheck): boolean =>
  !['valid', 'managed', 'unknown'].includes(dns.state) ||
  ['expired', 'failed'].includes(certificate.state)
