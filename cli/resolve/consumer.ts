import { Refusal } from '#cli/refusal.ts'
import type { Client } from '#client/client.ts'
import type { OwnerSummary } from '#client/resources/summary.ts'
import { chooseOwner, preferOwned } from './owner.ts'

/** Owner and key of a consumer, by key or name, across all owners of the user. */
export async function resolveConsumer(
  client: Client,
  keyOrName: string,
  org: string | undefined,
): Promise<{ ownerId: string; key: string }> {
  const summary = await client.summary.get()
  const { user, organisations } = summary
  const owners: OwnerSummary[] = org ? [chooseOwner(summary, org)] : [user, ...organisations]
  const all = owners.flatMap(({ id, consumers }) =>
    consumers.map(({ key, name }) => ({ ownerId: id, key, name })),
  )
  const byKey = all.find(({ key }) => key === keyOrName)
  const [found, ...others] = byKey
    ? [byKey]
    : preferOwned(
        summary,
        all.filter(({ name }) => name === keyOrName),
      )
  if (!found) throw new Refusal(`You have no OAuth consumer '${keyOrName}'.`)
  if (others.length > 0) {
    const list = [found, ...others].map(({ key }) => `\n  ${key}`).join('')
    throw new Refusal(`Several OAuth consumers are named '${keyOrName}'. Use the key:${list}`)
  }
  return found
}
