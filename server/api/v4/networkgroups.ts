import { networkGroupList } from '#api/answers/products.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { unknown } from '#kit/schema.ts'
import { Refusal } from '#platform/refusal.ts'

const path = '/v4/networkgroups/organisations/:ownerId/networkgroups'

export const listNetworkGroups = endpoint({
  method: 'GET',
  path,
  access: { on: 'owner', may: 'see' },
  summary: 'Lists the network groups of an owner, of whom nobody has one yet',
  answer: networkGroupList,
  handle: async () => [],
})

export const postNetworkGroup = endpoint({
  method: 'POST',
  path,
  access: { on: 'owner', may: 'administer' },
  action: 'network-group.create',
  summary: 'Refuses to create a network group, because the platform has none yet',
  body: unknown,
  async handle() {
    throw new Refusal(
      'invalid',
      'Network groups are not available on this platform yet: link applications and add-ons instead.',
    )
  },
})
