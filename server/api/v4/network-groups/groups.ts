import {
  networkGroup,
  networkGroupList,
  networkGroupMatches,
} from '#api/answers/hosting/network-groups.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { noContent } from '#api/http/response.ts'
import { array, object, optional, string } from '#kit/schema.ts'
import {
  createNetworkGroup,
  deleteNetworkGroup,
  getGroup,
} from '#platform/hosting/network-groups/network-groups.ts'
import { readGroup, readGroups } from '#platform/hosting/network-groups/read-group.ts'
import type { NetworkGroup } from '#platform/model/hosting/network-groups/network-group.ts'
import { type OwnerId, parseNetworkGroupId } from '#platform/model/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { memberBody, wantedMember } from './member-body.ts'
import { groupToWire, memberToWire, peerToWire } from './to-wire.ts'

export const groupsPath = '/v4/networkgroups/organisations/:ownerId/networkgroups'
export const groupPath = `${groupsPath}/:networkGroupId` as const

/** The group that a call names. */
export const groupOf = ({
  platform,
  ownerId,
  params,
}: {
  platform: Pick<Platform, 'store'>
  ownerId: OwnerId
  params: Readonly<Record<'networkGroupId', string>>
}): Promise<NetworkGroup> =>
  getGroup(platform.store, ownerId, parseNetworkGroupId(params.networkGroupId))

export const listNetworkGroups = endpoint({
  method: 'GET',
  path: groupsPath,
  access: { on: 'owner', may: 'see' },
  summary: 'Lists the network groups of an owner, with their members and peers',
  answer: networkGroupList,
  handle: async ({ platform, ownerId }) => (await readGroups(platform, ownerId)).map(groupToWire),
})

export const postNetworkGroup = endpoint({
  method: 'POST',
  path: groupsPath,
  access: { on: 'owner', may: 'administer' },
  action: 'network-group.create',
  summary: 'Creates a network group, with members if any are given: all of them or nothing',
  body: object({
    id: optional(string),
    label: string,
    description: optional(string),
    tags: optional(array(string)),
    members: optional(array(memberBody)),
  }),
  answer: networkGroup,
  status: 201,
  async handle({ platform, ownerId, body }) {
    const members = body.members?.map(wantedMember)
    const group = await createNetworkGroup(platform, ownerId, { ...body, members })
    return Response.json(groupToWire(await readGroup(platform, group)), { status: 201 })
  },
})

/** Before the path of one group, which would take its last word for an id. */
export const searchNetworkGroups = endpoint({
  method: 'GET',
  path: `${groupsPath}/search`,
  access: { on: 'owner', may: 'see' },
  summary:
    'Finds network groups, members and peers of an owner whose id, label or name contains `query`',
  query: { query: string },
  answer: networkGroupMatches,
  async handle({ platform, ownerId, query }) {
    const text = (query.get('query') ?? '').toLowerCase()
    const isMatch = (...texts: string[]) => texts.some((each) => each.toLowerCase().includes(text))
    const all = await readGroups(platform, ownerId)
    return all.flatMap((whole) => [
      ...(isMatch(whole.group.id, whole.group.label)
        ? [{ ...groupToWire(whole), type: 'NetworkGroup' as const }]
        : []),
      ...whole.members
        .filter(({ id, label, domainName }) => isMatch(id, label, domainName))
        .map((member) => ({
          ...memberToWire(member),
          type: 'Member' as const,
          networkGroupId: member.groupId,
        })),
      // Instances by their id alone: whoever looks for an application finds its member.
      ...whole.peers
        .filter(({ peer: { id, label, hostname, instanceId } }) =>
          instanceId === null ? isMatch(id, label, hostname) : isMatch(id),
        )
        .map(peerToWire),
    ])
  },
})

export const getNetworkGroup = endpoint({
  method: 'GET',
  path: groupPath,
  access: { on: 'owner', may: 'see' },
  summary: 'Shows a network group with its members and peers',
  answer: networkGroup,
  handle: async (call) => groupToWire(await readGroup(call.platform, await groupOf(call))),
})

export const deleteGroup = endpoint({
  method: 'DELETE',
  path: groupPath,
  access: { on: 'owner', may: 'administer' },
  action: 'network-group.delete',
  summary: 'Deletes a network group; its members stay as they are',
  produces: 'nothing',
  async handle(call) {
    await deleteNetworkGroup(call.platform, await groupOf(call))
    return noContent()
  },
})
