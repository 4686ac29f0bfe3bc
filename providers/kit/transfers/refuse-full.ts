import type { ResourceUsage } from '#protocol/usage.ts'
import { DeclinedError } from '#providers/kit/declined.ts'

/** Refuses an import into a resource that has no room left by its plan. */
export function refuseFull({ diskBytes, maxDiskBytes }: ResourceUsage): void {
  if (diskBytes === undefined || maxDiskBytes === undefined || diskBytes < maxDiskBytes) return
  throw new DeclinedError(
    `The plan is full: ${diskBytes} of ${maxDiskBytes} bytes are in use. Delete something, or switch to a larger plan.`,
    409,
  )
}
