import { isLoopback } from '#kit/net/loopback.ts'
import { withoutTrailingSlashes } from '#kit/net/slashes.ts'
import { error, type Problem, warning } from '#protocol/problem.ts'

export interface AddressRules {
  /** Whether plain HTTP is allowed on loopback: always for tests, for production only where the platform allows it. */
  plainLoopback: boolean
  /** Whether ids are appended to it. */
  takesIds: boolean
  isProduction: boolean
}

/** Problems of a URL of a provider's service, whose length was checked before. */
export function addressProblems(path: string, value: string, rules: AddressRules): Problem[] {
  if (value !== value.trim() || !/^https?:\/\//i.test(value) || !URL.canParse(value))
    return [error(path, 'An address begins with https:// and names a host.')]
  const url = new URL(value)
  return [
    ...schemeProblems(path, url, rules),
    ...(url.username || url.password
      ? [error(path, 'User name and password do not belong into the address.')]
      : []),
    ...(value.includes('#') ? [error(path, 'An address for calls has no fragment (#…).')] : []),
    ...(rules.takesIds && value.includes('?')
      ? [error(path, 'Ids are appended to this address, so it cannot have a query (?…).')]
      : []),
  ]
}

function schemeProblems(path: string, url: URL, rules: AddressRules): Problem[] {
  const isLocal = isLoopback(url.hostname)
  if (url.protocol === 'http:' && !(isLocal && rules.plainLoopback))
    return [
      error(
        path,
        rules.isProduction
          ? 'Calls carry secrets: the address must begin with https://.'
          : 'Plain http:// is only for localhost; elsewhere the address must begin with https://.',
      ),
    ]
  return isLocal && rules.isProduction && !rules.plainLoopback
    ? [warning(path, 'This is the machine of whoever calls it; customers will not reach it.')]
    : []
}

/** URL of a provider's resource: `{base_url}/{id}`, and below it the name of an extension. */
export const resourceUrl = (
  baseUrl: string,
  id: string,
  verb?: 'suspend' | 'resume' | 'env',
): string =>
  [withoutTrailingSlashes(baseUrl), encodeURIComponent(id), ...(verb ? [verb] : [])].join('/')
