import { Refusal } from '#cli/refusal.ts'
import type { OwnerSummary, Summary } from '#client/resources/summary.ts'
import type { OwnerPreference } from './owner-preference.ts'

/** Everything visible to the user, with the session's owner preference. */
export type PreferringSummary = Summary & { preference?: OwnerPreference }

/**
 * The owner of a command about an organisation: the one with this id or name; by default the preferred one, else the
 * only organisation, else the user. Never the owner of the linked folder, which a person at work elsewhere forgets.
 */
export const chooseOwner = (summary: PreferringSummary, wanted: string | undefined): OwnerSummary =>
  choose(summary, wanted, preferredOwner)

/** The owner of what a command makes for the folder: like `chooseOwner`, but that of the linked application comes before the default. */
export const chooseOwnerInFolder = (
  summary: PreferringSummary,
  wanted: string | undefined,
): OwnerSummary => choose(summary, wanted, preferredOwnerInFolder)

function choose(
  summary: PreferringSummary,
  wanted: string | undefined,
  prefer: typeof preferredOwner,
): OwnerSummary {
  if (wanted !== undefined) return namedOwner(summary, wanted, '')
  const preferred = prefer(summary)
  if (preferred) return preferred
  const shared = organisationsOf(summary)
  const [only, ...others] = shared
  if (others.length === 0) return only ?? summary.user
  throw new Refusal(
    `You belong to several organisations: pass --org, or set a default with \`berth organisations use <name>\`.${listed(shared)}`,
  )
}

/** The owner of BERTH_ORG, else of `berth organisations use`. */
export function preferredOwner(summary: PreferringSummary): OwnerSummary | undefined {
  const { environment, chosen } = summary.preference ?? {}
  if (environment !== undefined) return namedOwner(summary, environment, ' (BERTH_ORG)')
  const owner = ownerById(summary, chosen)
  if (owner || chosen === undefined) return owner
  throw new Refusal(
    `You are no longer a member of your default organisation ${chosen}.`,
    'Choose another with `berth organisations use <name>`, or `berth organisations use --clear`.',
  )
}

/** The owner of BERTH_ORG, else of the linked folder, else of `berth organisations use`. */
const preferredOwnerInFolder = (summary: PreferringSummary): OwnerSummary | undefined =>
  (summary.preference?.environment === undefined ? linkedOwner(summary) : undefined) ??
  preferredOwner(summary)

/** The owner of the application linked to the folder, unless it is of another platform or the user has left it. */
export const linkedOwner = (summary: PreferringSummary): OwnerSummary | undefined =>
  ownerById(summary, summary.preference?.linked)

/** Filters things with an ambiguous name: those of the preferred owner, else all. */
export function preferOwned<Thing extends { ownerId: string }>(
  summary: PreferringSummary,
  things: readonly Thing[],
): readonly Thing[] {
  if (things.length < 2) return things
  const owner = preferredOwnerInFolder(summary)
  const preferred = things.filter(({ ownerId }) => ownerId === owner?.id)
  return preferred.length > 0 ? preferred : things
}

export const organisationsOf = ({ user, organisations }: Summary) =>
  organisations.filter(({ id }) => id !== user.id)

export const ownersOf = (summary: Summary): OwnerSummary[] => [
  summary.user,
  ...organisationsOf(summary),
]

const ownerById = (summary: Summary, wanted: string | undefined) =>
  ownersOf(summary).find(({ id }) => id === wanted)

function namedOwner(summary: Summary, wanted: string, source: string): OwnerSummary {
  const found = ownersOf(summary).filter(({ id, name }) => id === wanted || name === wanted)
  const byId = found.find(({ id }) => id === wanted)
  if (byId) return byId
  if (found.length > 1)
    throw new Refusal(
      `Several organisations are named '${wanted}'${source}. Use an id:${listed(found, summary.user.id)}`,
    )
  const [owner] = found
  if (owner) return owner
  throw new Refusal(
    `You are not a member of an organisation '${wanted}'${source}.${listed(organisationsOf(summary))}`,
  )
}

const listed = (owners: readonly OwnerSummary[], personalId?: string) =>
  owners
    .map(({ id, name }) => `\n  ${id}  ${name}${id === personalId ? ' (personal space)' : ''}`)
    .join('')
