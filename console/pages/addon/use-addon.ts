import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { addonQuery } from '#console/api/queries/addons.ts'
import type { OwnedId } from '#console/api/query-keys.ts'

export const addonAddressIn = ({
  ownerId = '',
  addonId = '',
}: Readonly<Record<string, string>>): OwnedId => ({ ownerId, id: addonId })

/** Address of the add-on of this page. */
export const useAddonAddress = (): OwnedId =>
  addonAddressIn(useParams({ strict: false }) as Readonly<Record<string, string>>)

/** The add-on of this page, which its frame has loaded. */
export function useAddon() {
  const address = useAddonAddress()
  return { address, addon: useQuery(addonQuery(address)).data }
}
