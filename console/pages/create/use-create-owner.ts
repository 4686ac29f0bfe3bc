import type { Creatable } from '#console/navigation/addresses.ts'
import type { Owner } from '#console/navigation/owners.ts'
import { useAddressState } from '#console/navigation/use-address-state.ts'
import { useOwners } from '#console/navigation/use-owner.ts'
import { mayCreate } from './things.ts'

export interface CreateOwner {
  /** For whom it is created; absent while loading, or if nobody would be permitted. */
  owner: Owner | undefined
  /** Owners for whom the user may create it. */
  owners: readonly Owner[]
  isLoading: boolean
  error: unknown
  choose(ownerId: string): void
}

/** For whom a thing is created: the owner in the address, else the one used last; only where the user may. */
export function useCreateOwner(thing: Creatable): CreateOwner {
  const { owners: all, current, isLoading, error } = useOwners()
  const [wanted, choose] = useAddressState('for')
  const owners = all.filter(({ role }) => mayCreate(thing, role))
  const byId = (id: string | undefined) => owners.find((owner) => owner.id === id)
  const owner = wanted === '' ? (byId(current?.id) ?? owners[0]) : byId(wanted)
  return { owner, owners, isLoading, error, choose }
}
