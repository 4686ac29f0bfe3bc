import { createHash } from 'node:crypto'
import type { DnsResolver } from '#platform/model/hosting/dns-resolver.ts'
import { baseOf, type DomainName, domainText } from '#platform/model/hosting/domain.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { registeredDomain } from './public-suffix.ts'

/** A DNS record that proves who owns a domain. */
export interface ProofRecord {
  name: string
  type: 'TXT'
  value: string
}

/**
 * The record that an owner creates: the same for all hosts of a registered domain, so that one record is enough. It is
 * no secret: only whoever controls the domain can publish it there.
 */
export async function proofRecord(ownerId: OwnerId, name: DomainName): Promise<ProofRecord> {
  const registered = await registeredDomain(baseOf(name))
  const digest = createHash('sha256').update(`berth domain ${ownerId} ${registered}`).digest('hex')
  return { name: `_berth.${registered}`, type: 'TXT', value: `berth-owner=${digest.slice(0, 40)}` }
}

/**
 * Whether the record is there: at the registered domain, or at the host itself for those who control only a part of the
 * zone.
 */
export async function findProof(
  { resolveTxt }: DnsResolver,
  record: ProofRecord,
  name: DomainName,
): Promise<boolean> {
  const places = new Set([record.name, `_berth.${baseOf(name)}`])
  const answers = await Promise.allSettled([...places].map((place) => resolveTxt(place)))
  const texts = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (texts.includes(record.value)) return true
  if (answers.every(({ status }) => status === 'fulfilled')) return false
  throw new Refusal('unavailable', `The DNS of ${record.name} did not answer. Try again later.`)
}

/** Refuses a domain without its record, and says which one to create. */
export async function requireProof(
  dns: DnsResolver,
  ownerId: OwnerId,
  name: DomainName,
): Promise<void> {
  const record = await proofRecord(ownerId, name)
  if (await findProof(dns, record, name)) return
  throw new Refusal(
    'forbidden',
    `You are not allowed to use ${domainText(name)} before you have shown that it is yours: create the DNS record ${record.name} of type ${record.type} with the value ${record.value}, and add the domain again.`,
  )
}
