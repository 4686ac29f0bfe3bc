import { Refusal } from '#cli/refusal.ts'
import type { OwnerSummary, Summary } from '#client/summary.ts'

/** The owner named by id or name; without a name, the only organisation, or the user where there is none. */
export function chooseOwner(
  { user, organisations }: Summary,
  wanted: string | undefined,
): OwnerSummary {
  const shared = organisations.filter(({ id }) => id !== user.id)
  if (wanted === undefined) {
    const [only, ...others] = shared
    if (others.length > 0)
      throw new Refusal(
        `You belong to several organisations; choose one with --org.${listed(shared)}`,
      )
    return only ?? user
  }
  const found = [user, ...shared].filter(({ id, name }) => id === wanted || name === wanted)
  const byId = found.find(({ id }) => id === wanted)
  if (byId) return byId
  if (found.length > 1)
    throw new Refusal(`Several organisations are called '${wanted}'; use an id.${listed(found)}`)
  const [owner] = found
  if (!owner) throw new Refusal(`You belong to no organisation '${wanted}'.${listed(shared)}`)
  return owner
}

const listed = (owners: readonly OwnerSummary[]) =>
  owners.map(({ id, name }) => `\n  ${id}  ${name}`).join('')
