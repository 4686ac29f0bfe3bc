import { addressOf } from '#console/navigation/addresses.ts'

/** The page of a service with its plans. */
export const offerAddress = (ownerId: string, providerId: string): string =>
  `${addressOf.owner(ownerId, 'marketplace')}/${encodeURIComponent(providerId)}`
