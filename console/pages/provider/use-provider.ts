import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { mayDo } from '#console/api/permissions.ts'
import { ownProvidersQuery } from '#console/api/queries/providers.ts'
import { useOwners } from '#console/navigation/use-owner.ts'

export interface ProviderAddress {
  ownerId: string
  providerId: string
}

export const providerAddressIn = ({
  ownerId = '',
  providerId = '',
}: Readonly<Record<string, string>>): ProviderAddress => ({ ownerId, providerId })

/** Address of the provider of this page. */
export const useProviderAddress = (): ProviderAddress =>
  providerAddressIn(useParams({ strict: false }) as Readonly<Record<string, string>>)

/** The provider of this page, which its frame has loaded, and whether the user may change it. */
export function useProvider() {
  const address = useProviderAddress()
  const role = useOwners().current?.role
  const { data } = useQuery(ownProvidersQuery(address.ownerId))
  return {
    ...address,
    provider: data?.find(({ id }) => id === address.providerId),
    mayOffer: mayDo(role, 'offer'),
  }
}
