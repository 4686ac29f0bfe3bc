import { Refusal } from '#cli/refusal.ts'
import type { Client } from '#client/client.ts'
import type { OwnerSummary } from '#client/resources/summary.ts'
import { chooseOwner, type PreferringSummary, preferredOwner } from './owner.ts'

/** The organisation of a command: that of --org, else the preferred one, else the only one; never a personal space. */
export async function resolveOrganisation(
  client: Client,
  { options: { org } }: { options: { org: string | undefined } },
): Promise<{ organisation: OwnerSummary; user: OwnerSummary }> {
  const summary: PreferringSummary = await client.summary.get()
  const { user, organisations } = summary
  const isPersonal = org === undefined && preferredOwner(summary)?.id === user.id
  const organisation = chooseOwner(isPersonal ? { user, organisations } : summary, org)
  if (organisation.id !== user.id) return { organisation, user }
  throw new Refusal(
    org === undefined
      ? 'You are not a member of any organisation.'
      : 'That is your personal space.',
    'Create one with `berth organisations create <name>`.',
  )
}
