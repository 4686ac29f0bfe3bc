import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { type Domain, mainDomain } from '#platform/model/hosting/domain.ts'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'

const maxShown = 5

/** Refuses an application that would answer its own domain with an error, before anything is built. */
export function refuseForeignHosts(
  { allowedHosts }: Pick<Recipe, 'allowedHosts'>,
  domains: readonly Domain[],
): void {
  const main = mainDomain(domains)
  if (!allowedHosts || !main) return
  const { hosts, origin } = allowedHosts
  if (hosts.some((pattern) => isMatch(pattern, main.host))) return
  const shown = hosts.slice(0, maxShown).map((host) => JSON.stringify(host.slice(0, 80)))
  const list = hosts.length > maxShown ? [...shown, '…'] : shown
  throw new Failure(
    'recipe',
    `${origin} has ${list.join(', ') || 'no host'}, and not ${main.host}: the application would answer 400 to its visitors and to the health check.`,
    [
      `Add ${JSON.stringify(main.host)} to it, or "." for any host: the router passes on requests for the application's domains only. Without the line the platform gives the domains itself.`,
    ],
  )
}

/** As Play matches them; a port is left out, because visitors may come by any. */
function isMatch(pattern: string, host: string): boolean {
  const name = pattern.replace(/:\d{1,5}$/, '').toLowerCase()
  // What is not known here may be anything.
  if (name === '.' || name === '?') return true
  return name.startsWith('.') ? `.${host}`.endsWith(name) : host === name
}
