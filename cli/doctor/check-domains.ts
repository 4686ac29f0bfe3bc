import type { Link, Links } from '#cli/applications/link.ts'
import { describeDiagnosis } from '#cli/domains/describe-diagnosis.ts'
import { diagnose, isManaged } from '#cli/domains/diagnose.ts'
import { resolveDns } from '#cli/domains/resolve-dns.ts'
import { appsDomainOf, shownDomain } from '#cli/domains/shown-domain.ts'
import { explain } from '#cli/explain.ts'
import type { Client } from '#client/client.ts'
import type { Finding } from './finding.ts'

/** `berth domain diag` looks at all of them. */
const maxDomains = 20

/** Whether the domains of the applications that are linked to the folder lead to the platform. */
export async function checkDomains(client: Client, { apps }: Links): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const link of apps) {
    try {
      findings.push(...(await domainsOf(client, link)))
    } catch (error) {
      findings.push({ area: 'dns', state: 'failed', ...sentenceOf(error, link) })
    }
  }
  return findings
}

function sentenceOf(error: unknown, { name, alias }: Link): Pick<Finding, 'message' | 'hint'> {
  const { message, hint = `\`berth unlink ${alias}\` removes a link that is no longer wanted.` } =
    explain(error)
  return { message: `${name}: ${message}`, hint }
}

async function domainsOf(
  client: Client,
  { app_id: id, org_id: ownerId }: Link,
): Promise<Finding[]> {
  const [domains, [balancer]] = await Promise.all([
    client.domains.list({ id, ownerId }),
    client.domains.loadBalancers({ id, ownerId }),
  ])
  if (!balancer) return []
  const shown = domains.map((each) => shownDomain(each))
  const appsDomain = appsDomainOf(shown)
  const own = shown.filter((each) => !isManaged(each, appsDomain)).slice(0, maxDomains)
  const findings: Finding[] = []
  for (const each of own) {
    const dns = diagnose(each, appsDomain, await resolveDns(each), balancer.dns)
    const isGood = dns.status === 'valid'
    const [message = ''] = describeDiagnosis({ ...each, dns, proof: null }).split('\n')
    findings.push({
      area: 'dns',
      state: isGood ? 'ok' : dns.status === 'incomplete' ? 'warning' : 'failed',
      message,
      ...(!isGood && {
        hint: `\`berth domain diag ${each.hostname}\` shows the records to create.`,
      }),
    })
  }
  return findings
}
