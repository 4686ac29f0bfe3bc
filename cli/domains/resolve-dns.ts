import { NODATA, NOTFOUND } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { Refusal } from '#cli/refusal.ts'
import type { DnsRecords } from './diagnose.ts'
import { baseHost, type ShownDomain } from './shown-domain.ts'

const timeout = 2000
const tries = 2

/** Looks up the DNS records of a domain; of a wildcard those of some name below it. */
export async function resolveDns(domain: ShownDomain): Promise<DnsRecords> {
  const host = domain.isWildcard ? `berth-diag.${baseHost(domain)}` : domain.hostname
  const resolver = new Resolver({ timeout, tries })
  const [a, cname] = await Promise.all([
    noneIfAbsent(host, resolver.resolve4(host)),
    noneIfAbsent(host, resolver.resolveCname(host)),
  ])
  return { a, cname }
}

async function noneIfAbsent(host: string, asked: Promise<string[]>): Promise<string[]> {
  try {
    return await asked
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === NOTFOUND || code === NODATA) return []
    throw new Refusal(`The DNS did not answer about ${host} (${code}).`)
  }
}
