import type { DeliveryRecord } from '#client/resources/marketplace/deliveries.ts'

/** JSON with a line for each value; anything else as it is. */
export function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** Calls that the server repeats; whether the add-on still waits for one only the server knows. */
const repeated = ['provision', 'deprovision', 'change-plan']

export const isRepeatable = ({
  direction,
  purpose,
  trouble,
}: Pick<DeliveryRecord, 'direction' | 'purpose' | 'trouble'>): boolean =>
  direction === 'to partner' && trouble !== '' && repeated.includes(purpose)
