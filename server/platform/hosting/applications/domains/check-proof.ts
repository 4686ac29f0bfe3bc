import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import { baseOf, type DomainName } from '#platform/model/hosting/domain.ts'
import { findProof, type ProofRecord, proofRecord } from './proof.ts'
import { refusePublicSuffix } from './public-suffix.ts'
import { refuseReservedName, siteOf } from './reserved-names.ts'

/** The record that a domain needs, and whether it is there. */
export interface ProofState extends ProofRecord {
  isFound: boolean
}

/** State of the proof of a domain, whether added or not; nothing when it needs none. */
export async function checkProof(
  { policies, dns }: Pick<Platform, 'policies' | 'dns'>,
  { id, ownerId }: Application,
  name: DomainName,
): Promise<ProofState | undefined> {
  refuseReservedName(name, id, policies)
  if (siteOf(baseOf(name), policies.appsDomain) !== undefined) return undefined
  await refusePublicSuffix(name)
  if (policies.domainProof === 'none') return undefined
  const record = await proofRecord(ownerId, name)
  return { ...record, isFound: await findProof(dns, record, name) }
}
