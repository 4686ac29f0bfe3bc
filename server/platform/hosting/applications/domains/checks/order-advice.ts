import type { DnsState } from '#platform/model/hosting/domains/domain-check.ts'

/** What an ACME server writes, and what to do about it; the first that fits. */
const advices: readonly [RegExp, string][] = [
  [
    /\bCAA\b/i,
    'A CAA record of the domain forbids this certificate authority: add one that allows it, or remove it.',
  ],
  [
    /limits orders|rate ?limit|too many/i,
    'The authority limits how often certificates are ordered. Nothing has to be done: the platform orders again when the limit has passed.',
  ],
  [
    /cannot be reached|ACME server (failed|did not|answered)/i,
    'The authority has a problem of its own. Nothing has to be done: the platform orders again.',
  ],
  [
    /\bNXDOMAIN|SERVFAIL|DNS problem|no valid (A|IP)|looking up/i,
    'The authority does not find the domain in the DNS: create the records shown here, and remove a broken DNSSEC setup.',
  ],
  [
    /timeout|timed out|connection (refused|reset)|error getting validation data|unreachable/i,
    'The authority did not reach the domain: let nothing in front of it (a proxy, a firewall) block ports 80 and 443.',
  ],
  [
    /unauthorized|invalid response|\b40[34]\b|redirect/i,
    'Another server answered the authority: let the records lead here alone, and switch off a proxy of your DNS host until the certificate is there.',
  ],
]

/** What the owner of a domain can do about a failed order. */
export function adviceFor(problem: string, dns: DnsState): string {
  if (dns === 'no-config' || dns === 'invalid' || dns === 'incomplete') {
    return 'Correct the DNS records first; then check again, and the platform orders the certificate at once.'
  }
  const [, advice] = advices.find(([pattern]) => pattern.test(problem)) ?? []
  return advice ?? 'Check again to have it ordered now, or upload a certificate.'
}
