import type { OrganisationSummary, Summary } from '#client/resources/summary.ts'

/** An organisation or the personal space, with what the user has in it. */
export interface Owner extends OrganisationSummary {
  isPersonal: boolean
}

/** The personal space first, then organisations by name. */
export function ownersOf({ user, organisations }: Summary, personalName: string): Owner[] {
  const personal = { ...user, name: personalName, role: 'ADMIN', isPersonal: true }
  const others = organisations
    .filter(({ id }) => id !== user.id)
    .map((organisation) => ({ ...organisation, isPersonal: false }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'))
  return [personal, ...others]
}

/**
 * The owner that the sidebar shows: that of the address, else the one used last, else the first organisation with an
 * application, else the first organisation, else the personal space.
 */
export function currentOwner(
  owners: readonly Owner[],
  inAddress: string | undefined,
  usedLast: string | null,
): Owner | undefined {
  const byId = (id: string | null | undefined) => owners.find((owner) => owner.id === id)
  if (inAddress !== undefined) return byId(inAddress)
  return (
    byId(usedLast) ??
    owners.find(({ applications }) => applications.length > 0) ??
    owners.find(({ isPersonal }) => !isPersonal) ??
    owners[0]
  )
}
