import type { NamedAuditRecord, TargetKind } from '#client/resources/accounts/audit.ts'
import { type Address, addressOf } from '#console/navigation/addresses.ts'

/** A word of the target of an entry: a thing by its name, or whatever else was in the address of the call. */
interface TargetPart {
  text: string
  /** Absent for what has no page, or no longer exists. */
  to?: Address | undefined
  id?: string | undefined
}

/** What an entry is about, in the order of the address of the call. */
export function targetParts(
  ownerId: string,
  { target, targets }: Pick<NamedAuditRecord, 'target' | 'targets'>,
): TargetPart[] {
  return target
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => {
      const known = targets.find(({ id }) => id === word)
      return known
        ? { text: known.name, id: word, to: addressFor(ownerId, known.kind, word) }
        : { text: word }
    })
}

function addressFor(ownerId: string, kind: TargetKind, id: string): Address | undefined {
  switch (kind) {
    case 'application':
      return addressOf.application({ ownerId, id })
    case 'addon':
      return addressOf.addon({ ownerId, id })
    case 'provider':
      return addressOf.provider(ownerId, id)
    case 'consumer':
      return addressOf.consumer(ownerId, id)
    case 'member':
    case 'invitation':
      return ownerId.startsWith('orga_') ? addressOf.owner(ownerId, 'members') : undefined
    case 'organisation':
      return addressOf.owner(ownerId)
    default:
      return undefined
  }
}
