import { printable } from '#cli/terminal/printable.ts'
import type { DomainProof } from '#client/resources/applications/domains.ts'
import type { Diagnosis, DnsStatus } from './diagnose.ts'
import type { ShownDomain } from './shown-domain.ts'

const sentences: Record<DnsStatus, string> = {
  managed: 'managed by the platform',
  valid: 'its DNS records are right',
  incomplete: 'some of its DNS records are missing',
  invalid: 'some of its DNS records lead elsewhere',
  'no-config': 'it has no DNS records',
}

/** Text for a person: the state of a domain, and the records to create and to remove. */
export function describeDiagnosis({
  domainWithPathPrefix,
  hostname,
  dns,
  proof,
}: ShownDomain & { dns: Diagnosis; proof: DomainProof | null }): string {
  const { status, missing, wrong, cname } = dns
  const isBroken = status !== 'valid' && status !== 'managed'
  const lines = [
    `${domainWithPathPrefix}: ${sentences[status]}`,
    ...wrong.map((address) => `  remove  ${hostname}  A      ${address}`),
    ...missing.map((address) => `  create  ${hostname}  A      ${address}`),
    ...(isBroken ? [`  or      ${hostname}  CNAME  ${cname}`] : []),
    ...(proof ? [proofLine(proof)] : []),
  ]
  return printable(lines.join('\n'))
}

const proofLine = ({ name, type, value, isFound }: DomainProof): string =>
  `  ${isFound ? 'proven ' : 'create '} ${name}  ${type}    ${value}`
