import { newId } from '#kit/ids.ts'
import type { Caller } from '#platform/access/caller.ts'
import type { AuditEntry } from '#platform/audit/entry.ts'
import type { Platform } from '#platform/platform.ts'

export type Deed = Pick<AuditEntry, 'ownerId' | 'action' | 'target' | 'outcome' | 'from'>

const longestTarget = 300

/** Writes down what a caller did, or tried to do, to the things of an owner. */
export async function noteDeed(
  { store, clock }: Pick<Platform, 'store' | 'clock'>,
  caller: Caller,
  deed: Deed,
): Promise<void> {
  await store.audit.add({
    id: newId('audit'),
    date: clock(),
    ...deed,
    target: deed.target.slice(0, longestTarget),
    userId: caller.userId,
    credential: caller.credential,
    credentialId: caller.credentialId,
    consumerKey: caller.consumerKey ?? '',
  })
}
