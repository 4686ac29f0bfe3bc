import type { DnsState, HostRecords } from '#platform/model/hosting/domains/domain-check.ts'

/** Where the records of a domain have to lead. */
export interface ExpectedRecords {
  a: readonly string[]
  /** Target of a CNAME record. */
  cname: string
}

/** What a host has beside what it should have. */
export interface RecordDifference {
  state: DnsState
  /** Addresses that lead elsewhere, to be removed. */
  wrong: { type: 'A' | 'AAAA' | 'CNAME'; value: string }[]
  /** Addresses of the platform that are not there. */
  missing: string[]
}

/** Compares the records of a host with those that lead to the platform. */
export function compareRecords(
  { a, aaaa, cname, unanswered }: HostRecords,
  expected: ExpectedRecords,
): RecordDifference {
  if (expected.a.length === 0) return { state: 'unknown', wrong: [], missing: [] }
  const missing = expected.a.filter((address) => !a.includes(address))
  const isAlias = cname.includes(expected.cname)
  // The target of the right alias has what the operator gave it, other addresses of the platform among them.
  if (isAlias && a.length + aaaa.length > 0) return { state: 'valid', wrong: [], missing: [] }
  const wrongAddresses = [
    ...a
      .filter((value) => !expected.a.includes(value))
      .map((value) => ({ type: 'A' as const, value })),
    ...aaaa.map((value) => ({ type: 'AAAA' as const, value })),
  ]
  // Addresses that come through an alias are not the user's records: the alias is.
  const isThrough = cname.length > 0 && !isAlias
  const wrong =
    isThrough && wrongAddresses.length > 0
      ? cname.map((value) => ({ type: 'CNAME' as const, value }))
      : wrongAddresses
  return { state: stateOf(), wrong, missing }

  function stateOf(): DnsState {
    if (wrong.length > 0) return 'invalid'
    if (unanswered.includes('A')) return 'no-answer'
    if (missing.length === expected.a.length) return 'no-config'
    return missing.length > 0 ? 'incomplete' : 'valid'
  }
}
