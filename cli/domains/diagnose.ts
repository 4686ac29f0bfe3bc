import { baseHost, type ShownDomain } from './shown-domain.ts'

/** DNS records of a host. */
export interface DnsRecords {
  a: readonly string[]
  cname: readonly string[]
}

/**
 *   managed     below the platform's own domain
 *   valid       all addresses are those of the platform
 *   incomplete  some of the platform's addresses are missing
 *   invalid     some addresses are of another place
 *   no-config   there are no addresses
 */
export type DnsStatus = 'managed' | 'valid' | 'incomplete' | 'invalid' | 'no-config'

export interface Diagnosis {
  status: DnsStatus
  /** Records that are right, to add and to remove. */
  valid: string[]
  missing: string[]
  wrong: string[]
  /** One CNAME record does instead of the A records, except at the top of a zone. */
  cname: string
}

/** Compares the DNS records of a domain with those that lead to the platform. */
export function diagnose(
  domain: Pick<ShownDomain, 'hostname'>,
  appsDomain: string | undefined,
  found: DnsRecords,
  expected: { a: readonly string[]; cname: string },
): Diagnosis {
  const { cname } = expected
  if (isManaged(domain, appsDomain)) {
    return { status: 'managed', valid: [], missing: [], wrong: [], cname }
  }
  const valid = found.a.filter((address) => expected.a.includes(address))
  const wrong = found.a.filter((address) => !expected.a.includes(address))
  const missing = expected.a.filter((address) => !found.a.includes(address))
  return { status: statusOf(valid, wrong, missing), valid, missing, wrong, cname }
}

/** Whether a domain is below the platform's own, whose DNS is the operator's. */
export const isManaged = (
  domain: Pick<ShownDomain, 'hostname'>,
  appsDomain: string | undefined,
): boolean => appsDomain !== undefined && baseHost(domain).endsWith(`.${appsDomain}`)

function statusOf(valid: string[], wrong: string[], missing: string[]): DnsStatus {
  if (wrong.length > 0) return 'invalid'
  if (valid.length === 0) return 'no-config'
  return missing.length > 0 ? 'incomplete' : 'valid'
}
