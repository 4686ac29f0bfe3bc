import { endpoint } from '#api/endpoint.ts'
import { userOf } from '#api/v2/self/self.ts'
import { Refusal } from '#platform/refusal.ts'

export const listOrganisations = endpoint({
  method: 'GET',
  path: '/v2/organisations',
  access: 'user:overview',
  summary: 'Lists the organisations of the user, their personal space included',
  async handle({ platform, caller }) {
    const user = await userOf(platform, caller)
    const memberships = await platform.store.organisations.listOf(caller.userId)
    return [toWire(user), ...memberships.map(({ organisation }) => toWire(organisation))]
  },
})

export const getOrganisation = endpoint({
  method: 'GET',
  path: '/v2/organisations/:ownerId',
  access: 'owner:belong',
  summary: 'Shows an organisation or the personal space',
  async handle({ platform, caller, ownerId }) {
    if (ownerId === caller.userId) return toWire(await userOf(platform, caller))
    const organisation = await platform.store.organisations.find(ownerId)
    if (organisation) return toWire(organisation)
    throw new Refusal('missing', `There is no organisation ${ownerId}.`)
  },
})

const toWire = ({ id, name }: { id: string; name: string }) => ({
  id,
  name,
  description: '',
  billingEmail: '',
  address: '',
  city: '',
  zipcode: '',
  country: '',
  company: '',
  VAT: '',
  avatar: '',
  vatState: 'NOT_NEEDED',
  customerFullName: '',
  canPay: true,
  cleverEnterprise: false,
  emergencyNumber: null,
  canSEPA: false,
  isTrusted: false,
})
