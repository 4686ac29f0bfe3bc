import { baseOf, type DomainName, domainText } from '#platform/model/hosting/domain.ts'
import { invalidDomain } from './parse-domain.ts'

/** Loaded when the first domain is added, because most starts of the server need no list of suffixes. */
const load = () => import('tldts')

/** Suffixes of companies such as github.io count too: everybody gets names below them. */
const options = { allowPrivateDomains: true } as const

/** Refuses names under which anybody can register others, such as co.uk and github.io. */
export async function refusePublicSuffix(name: DomainName): Promise<void> {
  const { getPublicSuffix } = await load()
  const base = baseOf(name)
  if (getPublicSuffix(base, options) !== base) return
  throw invalidDomain(
    domainText(name),
    `${base} is a public suffix, under which everybody can register names`,
  )
}

/** The part of a host that somebody has registered: example.co.uk of shop.example.co.uk. */
export async function registeredDomain(host: string): Promise<string> {
  const { getDomain } = await load()
  return getDomain(host, options) ?? host
}
