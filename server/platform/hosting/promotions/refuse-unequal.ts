import type { Application } from '#platform/model/hosting/application.ts'
import { Refusal } from '#platform/model/refusal.ts'

/** Refuses two applications between which releases cannot move. */
export function refuseUnequal(from: Application, to: Application): void {
  if (from.id === to.id) {
    throw new Refusal('invalid', `${from.name} cannot be promoted to itself.`, {
      hint: 'An earlier release starts again with `berth rollback`.',
    })
  }
  if (from.ownerId !== to.ownerId) {
    throw new Refusal(
      'invalid',
      `${from.name} and ${to.name} have different owners. Releases are promoted between applications of one owner only.`,
    )
  }
  if (from.type !== to.type) {
    throw new Refusal(
      'invalid',
      `${from.name} is of type ${from.type} and ${to.name} of type ${to.type}: what was built for the one does not run in the other.`,
    )
  }
}
