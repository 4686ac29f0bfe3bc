import { useNavigate } from '@tanstack/react-router'
import { type Address, addressOf, type BillingTab } from './addresses.ts'
import { useAddressState } from './use-address-state.ts'

const returnTabs: readonly BillingTab[] = ['account', 'invoices']

/** Address of a form, with the tab of the owner's billing to return to once it is saved. */
export const withWayBack = (form: Address, ownerId: string, back: BillingTab): Address => ({
  ...form,
  search: { back, for: ownerId },
})

/** Where the address says to return to; `goBack` does nothing without it. */
export function useWayBack(): { hasWayBack: boolean; goBack(): void } {
  const navigate = useNavigate()
  const [back] = useAddressState('back')
  const [ownerId] = useAddressState('for')
  const tab = ownerId === '' ? undefined : returnTabs.find((each) => each === back)
  return {
    hasWayBack: tab !== undefined,
    goBack: () => {
      if (tab) void navigate(addressOf.billing(ownerId, tab))
    },
  }
}
