import { networkGroupMember, networkGroupMemberList } from '#api/answers/hosting/network-groups.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { noContent } from '#api/http/response.ts'
import { linkMember, noMember, unlinkMember } from '#platform/hosting/network-groups/members.ts'
import { groupOf, groupPath } from './groups.ts'
import { memberBody, wantedMember } from './member-body.ts'
import { memberToWire } from './to-wire.ts'

export const listNetworkGroupMembers = endpoint({
  method: 'GET',
  path: `${groupPath}/members`,
  access: { on: 'owner', may: 'see' },
  summary: 'Lists the members of a network group',
  answer: networkGroupMemberList,
  async handle(call) {
    const { id } = await groupOf(call)
    return (await call.platform.store.networkGroupMembers.listOf(id)).map(memberToWire)
  },
})

export const getNetworkGroupMember = endpoint({
  method: 'GET',
  path: `${groupPath}/members/:memberId`,
  access: { on: 'owner', may: 'see' },
  summary: 'Shows a member of a network group',
  answer: networkGroupMember,
  async handle(call) {
    const group = await groupOf(call)
    const { memberId } = call.params
    const members = await call.platform.store.networkGroupMembers.listOf(group.id)
    const member = members.find(({ id }) => id === memberId)
    if (!member) throw noMember(group, memberId)
    return memberToWire(member)
  },
})

export const postNetworkGroupMember = endpoint({
  method: 'POST',
  path: `${groupPath}/members`,
  access: { on: 'owner', may: 'operate' },
  action: 'network-group.link',
  summary:
    'Links an application, an add-on or an external member to a network group; its running instances join at once',
  body: memberBody,
  produces: 'text/plain',
  status: 202,
  async handle(call) {
    await linkMember(call.platform, await groupOf(call), wantedMember(call.body))
    return new Response('', { status: 202, headers: { 'content-type': 'text/plain' } })
  },
})

export const deleteNetworkGroupMember = endpoint({
  method: 'DELETE',
  path: `${groupPath}/members/:memberId`,
  access: { on: 'owner', may: 'operate' },
  action: 'network-group.unlink',
  summary: 'Unlinks a member from a network group, with its peers',
  produces: 'nothing',
  async handle(call) {
    await unlinkMember(call.platform, await groupOf(call), call.params.memberId)
    return noContent()
  },
})
