import type { DomainCheck } from '#client/resources/applications/domains.ts'

/** While a certificate is on its way. */
const soon = 3_000
/** While something is wrong: longer than the platform remembers a look. */
const sometime = 25_000

/** Milliseconds until a check is read again; `false` when nothing is expected to change without an event. */
export function nextLook({ dns, certificate: { state } }: DomainCheck): number | false {
  if (state === 'ordering' || state === 'wanted') return soon
  const isSettled = dns.state === 'valid' || dns.state === 'managed' || dns.state === 'unknown'
  return isSettled && state !== 'failed' ? false : sometime
}
