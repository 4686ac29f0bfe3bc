import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { mayDo } from '#console/api/permissions.ts'
import { ownProvidersQuery } from '#console/api/queries/providers.ts'
import type { ProviderParams } from '#console/navigation/page-params.ts'
import { useOwners } from '#console/navigation/use-owner.ts'

/** Address of the provider of this page. */
export const useProviderAddress = (): ProviderParams =>
  useParams({ from: '/organisations/$ownerId/providers/$providerId' })

/** The provider of this page, which its layout has loaded, and whether the user may change it. */
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
