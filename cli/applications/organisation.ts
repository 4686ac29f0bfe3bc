import { Refusal } from '#cli/refusal.ts'
import type { Client } from '#client/client.ts'
import type { OwnerSummary } from '#client/summary.ts'
import { chooseOwner } from './owner.ts'

/** The organisation that a command is about: the one of --org, else the only one. A personal space is none. */
export async function meantOrganisation(
  client: Client,
  { options: { org } }: { options: { org: string | undefined } },
): Promise<{ organisation: OwnerSummary; user: OwnerSummary }> {
  const summary = await client.summary.get()
  const organisation = chooseOwner(summary, org)
  if (organisation.id !== summary.user.id) return { organisation, user: summary.user }
  throw new Refusal(
    org === undefined ? 'You belong to no organisation.' : 'That is your personal space.',
    '`berth organisations create <name>` makes an organisation.',
  )
}
