import type { Plan } from '#platform/providers/plans/plan.ts'

/** The feature by which a plan says how many connections it allows, as our own offers name it. */
const featureName = 'Max connection limit'

/** For plans that do not say. */
const unknownLimit = 128
/** A pool that reconnects, or a wrong password, holds sockets beside those that are logged in. */
const minLimit = 16
/** Who has several add-ons on one server, which others share, has no more than a part of it. */
const severalLimit = 64

/** How many connections a plan allows. */
export function connectionsOf({ features }: Pick<Plan, 'features'>): number {
  const feature = features.find(({ name }) => name === featureName)
  const count = Number(feature?.computableValue ?? Number.NaN)
  return Number.isInteger(count) && count > 0 ? count : unknownLimit
}

/** How many connections a user may hold to a port, by what the plans of the add-ons that they ordered there allow. */
export function maxConnections(allowed: readonly number[]): number {
  const largest = Math.max(minLimit, ...allowed)
  return allowed.length > 1 ? Math.max(severalLimit, largest) : largest
}
