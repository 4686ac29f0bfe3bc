import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { domains } from '#client/resources/applications/domains.ts'
import { connection } from '#console/api/connection.ts'
import { domainCheckQuery } from '#console/api/queries/application/domains.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { nextLook } from './next-look.ts'

/** The last check of a domain, kept up to date while something is expected to change. */
export const useDomainCheck = (address: OwnedId, fqdn: string, { enabled = true } = {}) =>
  useQuery({
    ...domainCheckQuery(address, fqdn),
    enabled,
    refetchInterval: ({ state: { data } }) => (data ? nextLook(data) : false),
  })

/** Has the platform look again. */
export function useCheckAgain(address: OwnedId) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (fqdn: string) => domains(connection).check(address, fqdn),
    onSuccess: (check, fqdn) => {
      queryClient.setQueryData(domainCheckQuery(address, fqdn).queryKey, check)
    },
  })
}
