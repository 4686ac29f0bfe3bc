import { useNavigate } from '@tanstack/react-router'
import { hasPage } from './known-pages.ts'
import { splitAddress } from './split-address.ts'
import { useAddressState } from './use-address-state.ts'

const parameter = 'back'

/** An address with the page to return to once its form is saved. */
export const withWayBack = (to: string, back: string): string =>
  `${to}?${new URLSearchParams({ [parameter]: back })}`

/** Where the address says to return to, if it is a page of the console; `goBack` does nothing without one. */
export function useWayBack(): { hasWayBack: boolean; goBack(): void } {
  const navigate = useNavigate()
  const [back] = useAddressState(parameter)
  const hasWayBack = hasPage(back)
  return {
    hasWayBack,
    goBack: () => {
      if (hasWayBack) void navigate(splitAddress(back))
    },
  }
}
