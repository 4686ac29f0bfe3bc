import type { Profile } from '#cli/profiles/profile.ts'
import type { Session } from '#cli/profiles/session.ts'
import type { ApplicationAddress } from '#client/resources/applications/application-address.ts'
import type { Application } from '#client/resources/applications/applications.ts'
import type { Domain } from '#client/resources/applications/domains.ts'
import { visitorUrl } from '#protocol/visitor-url.ts'

/** URL of an application, if it serves visitors and has a domain. */
export async function applicationUrl(
  { client, profile }: Session,
  address: ApplicationAddress,
): Promise<string | undefined> {
  const [application, favourite] = await Promise.all([
    client.applications.get(address),
    client.domains.favourite(address),
  ])
  if (application.instance.lifetime === 'TASK') return undefined
  const domain = favourite ?? bestDomain(application.vhosts)
  return domain && urlOf(domain, profile, application.forceHttps)
}

/** Prefers a custom domain over the generated one; a wildcard cannot be opened. */
export function bestDomain(domains: readonly Domain[]): Domain | undefined {
  const opened = domains.filter(({ fqdn }) => !fqdn.startsWith('*.'))
  return opened.find(({ fqdn }) => !/^app-[0-9a-f-]{36}\./.test(fqdn)) ?? opened[0]
}

/** The platform's own rule; HTTPS where a platform does not say where its visitors arrive. */
export function urlOf(
  { fqdn }: Domain,
  { visitors }: Pick<Profile, 'visitors'>,
  forceHttps: Application['forceHttps'],
): string {
  const url = new URL(`https://${fqdn}`)
  if (!visitors) return url.href
  const domain = { host: url.hostname, path: url.pathname }
  return visitorUrl(domain, visitors, { forceHttps: forceHttps === 'ENABLED' })
}
