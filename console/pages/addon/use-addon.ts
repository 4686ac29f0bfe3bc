import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { addonQuery } from '#console/api/queries/addons.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { addonIn } from '#console/navigation/page-params.ts'

/** Address of the add-on of this page. */
export const useAddonAddress = (): OwnedId =>
  addonIn(useParams({ from: '/organisations/$ownerId/addons/$addonId' }))

/** The add-on of this page, which its layout has loaded. */
export function useAddon() {
  const address = useAddonAddress()
  return { address, addon: useQuery(addonQuery(address)).data }
}
