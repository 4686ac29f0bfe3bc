import { nearest } from '#cli/nearest.ts'
import { Refusal } from '#cli/refusal.ts'
import { chooseOwner } from '#cli/resolve/owner.ts'
import type { Client } from '#client/client.ts'
import type {
  NetworkGroup,
  NetworkGroupPeer,
} from '#client/resources/applications/network-groups.ts'
import type { OwnerSummary } from '#client/resources/summary.ts'

interface Context {
  options: { org: string | undefined }
}

export const groupArgument = { name: 'group', summary: 'network group id or label' } as const
export const memberArgument = {
  name: 'member',
  summary: 'id or name of an application or add-on, or external_…',
} as const
export const peerArgument = { name: 'peer', summary: 'external peer id or label' } as const

/** The owner whose groups a command is about. */
export const ownerOf = async (
  client: Client,
  { options: { org } }: Context,
): Promise<OwnerSummary> => chooseOwner(await client.summary.get(), org)

/** The group with this id or label. */
export async function resolveGroup(
  client: Client,
  context: Context,
  wanted: string,
): Promise<NetworkGroup> {
  const owner = await ownerOf(client, context)
  const groups = await client.networkGroups.list(owner.id)
  const group = oneOf(groups, wanted, 'network groups')
  if (group) return group
  const meant = nearest(
    wanted,
    groups.map(({ label }) => label),
  )
  throw new Refusal(
    `${owner.name} has no network group '${wanted}'.`,
    meant ? `Did you mean '${meant}'?` : '`berth ng` lists them.',
  )
}

export function resolvePeer({ label, peers }: NetworkGroup, wanted: string): NetworkGroupPeer {
  const external = peers.filter(({ type }) => type === 'ExternalPeer')
  const peer = oneOf(external, wanted, 'external peers')
  if (peer) return peer
  throw new Refusal(
    `${label} has no external peer '${wanted}'.`,
    `\`berth ng get-peers ${label}\` lists all peers.`,
  )
}

/** The id of a member by id or by name of an application or add-on. */
export function memberIdOf({ applications, addons }: OwnerSummary, wanted: string): string {
  const resource = oneOf(
    [...applications, ...addons].map(({ id, name }) => ({ id, label: name })),
    wanted,
    'applications or add-ons',
  )
  return resource?.id ?? wanted
}

function oneOf<Thing extends { id: string; label: string }>(
  things: readonly Thing[],
  wanted: string,
  noun: string,
): Thing | undefined {
  const byId = things.find(({ id }) => id === wanted)
  if (byId) return byId
  const [found, ...others] = things.filter(({ label }) => label === wanted)
  if (others.length === 0) return found
  throw new Refusal(`Several ${noun} are named '${wanted}'. Use an id.`)
}
