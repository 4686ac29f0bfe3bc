import { printable } from '#cli/terminal/printable.ts'
import { table } from '#cli/terminal/table.ts'
import type {
  CertificateState,
  DnsState,
  DomainCheck,
} from '#client/resources/applications/domains.ts'
import { type DnsHostId, dnsHosts } from '#protocol/dns/dns-hosts.ts'
import { recordForm, visitorRecords, zoneFileLine } from '#protocol/dns/record-forms.ts'

const dnsSentences: Record<DnsState, string> = {
  managed: 'below the domain of the platform, nothing to do',
  valid: 'its records lead to the platform',
  incomplete: 'some addresses of the platform are missing',
  invalid: 'some of its records lead elsewhere',
  'no-config': 'it has no records',
  'no-answer': 'its name servers did not answer in time',
  unknown: 'the operator has not said where domains have to lead (BERTH_PUBLIC_ADDRESSES)',
}

const certificateSentences: Record<CertificateState, string> = {
  valid: 'valid',
  expiring: 'expires soon',
  expired: 'has expired',
  ordering: 'is being ordered',
  wanted: 'waits to be ordered',
  failed: 'could not be ordered',
  none: 'none of its own, visitors get that of the platform',
}

/** Text for a person: the state of a domain, what was found, and which records to remove and to create. */
export function describeCheck(check: DomainCheck, chosen?: DnsHostId): string {
  const { fqdn, dns, certificate } = check
  const { found, wrong } = dns
  const values = [...found.cname, ...found.a, ...found.aaaa]
  const lines = [
    fqdn,
    `  DNS          ${dnsSentences[dns.state]}`,
    ...(values.length > 0 && dns.state !== 'valid' ? [`  found        ${values.join(', ')}`] : []),
    ...wrong.map(({ type, value }) => `  remove       ${check.host}  ${type}  ${value}`),
    ...(needsRecords(check) ? recordLines(check, chosen) : []),
    `  certificate  ${certificateText(certificate)}`,
    ...(certificate.problem ? [`               ${certificate.problem}`] : []),
    ...(certificate.advice ? [`               ${certificate.advice}`] : []),
  ]
  return printable(lines.join('\n'))
}

const needsRecords = ({ dns }: DomainCheck): boolean =>
  ['incomplete', 'invalid', 'no-config', 'no-answer'].includes(dns.state)

function recordLines({ host, zone, dns }: DomainCheck, chosen?: DnsHostId): string[] {
  const id = chosen ?? dns.host ?? 'other'
  const records = visitorRecords(id, { host, zone }, dns.expected)
  if (id === 'zone-file') return records.map((record) => `  create       ${zoneFileLine(record)}`)
  const place = id === 'other' ? '' : ` at ${dnsHosts[id].name},`
  const heading = `  create${place} in the zone ${zone}:`
  const forms = records.map((record) => {
    const { type, name, value, ttl, extra } = recordForm(id, record, zone)
    return [type, name, value, ttl, ...(extra ? [extra] : [])]
  })
  const titles = forms[0]?.map(({ name }) => name) ?? []
  const rows = [titles, ...forms.map((fields) => fields.map((field) => field.value || '(empty)'))]
  const indented = table(rows).split('\n')
  return [heading, ...indented.map((line) => `    ${line}`)]
}

function certificateText({ state, notAfter, nextAttempt }: DomainCheck['certificate']): string {
  const until = notAfter === undefined ? '' : `, until ${notAfter.slice(0, 10)}`
  const isWaiting = state === 'failed' || state === 'wanted'
  const next = isWaiting && nextAttempt ? `, next attempt ${nextAttempt}` : ''
  return certificateSentences[state] + until + next
}
