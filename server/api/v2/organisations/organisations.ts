import { organisationAnswer, organisationList } from '#api/answers/organisations.ts'
import { outcome } from '#api/answers/outcome.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import { organisationToWire, personalSpaceToWire } from '#api/v2/organisation-record.ts'
import { userOf } from '#api/v2/self/self.ts'
import { array, clearable, type Infer, object, oneOf, optional, string } from '#kit/schema.ts'
import {
  changeOrganisation,
  createOrganisation,
  deleteOrganisation,
  getOrganisation,
  type OrganisationRequest,
} from '#platform/identity/accounts/organisations/organisations.ts'
import {
  contactKinds,
  isPersonalSpace,
  type OrganisationDetails,
} from '#platform/model/identity/accounts/organisation.ts'
import type { OrganisationId, OwnerId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'

const contact = object({
  contact_type: oneOf(...contactKinds),
  email_address: optional(string),
  phone_number: optional(string),
})

const organisationFields = {
  name: optional(string),
  description: clearable,
  address: clearable,
  city: clearable,
  zipcode: clearable,
  country: clearable,
  company: clearable,
  VAT: clearable,
  customerFullName: clearable,
  billingEmail: clearable,
  contacts: optional(array(contact)),
}
const organisationBody = object(organisationFields)

export const listOrganisations = endpoint({
  method: 'GET',
  path: '/v2/organisations',
  access: { on: 'user', may: 'overview' },
  summary: 'Lists the organisations of the user, their personal space included',
  answer: organisationList,
  async handle({ platform, addresses, caller }) {
    const user = await userOf(platform, caller)
    const memberships = await platform.store.organisations.listOf(caller.userId)
    return [
      personalSpaceToWire(user, addresses),
      ...memberships.map(({ organisation }) => organisationToWire(organisation, addresses)),
    ]
  },
})

export const postOrganisation = endpoint({
  method: 'POST',
  path: '/v2/organisations',
  access: { on: 'user', may: 'found' },
  action: 'organisation.create',
  summary: 'Creates an organisation, whose administrator is the user',
  body: object({ ...organisationFields, name: string }),
  answer: organisationAnswer,
  async handle({ platform, addresses, caller, body }) {
    const { name } = body
    const organisation = await createOrganisation(platform, caller.userId, {
      ...fromWire(body),
      name,
    })
    return organisationToWire(organisation, addresses)
  },
})

export const getOrganisationRecord = endpoint({
  method: 'GET',
  path: '/v2/organisations/:ownerId',
  access: { on: 'owner', may: 'belong' },
  summary: 'Shows an organisation or the personal space',
  answer: organisationAnswer,
  async handle({ platform, addresses, caller, ownerId }) {
    return isPersonalSpace(ownerId)
      ? personalSpaceToWire(await userOf(platform, caller), addresses)
      : organisationToWire(await getOrganisation(platform, ownerId), addresses)
  },
})

export const putOrganisation = endpoint({
  method: 'PUT',
  path: '/v2/organisations/:ownerId',
  access: { on: 'owner', may: 'govern' },
  action: 'organisation.change',
  summary: 'Changes what is named of an organisation; null and absent fields stay',
  body: organisationBody,
  answer: organisationAnswer,
  async handle({ platform, addresses, ownerId, body }) {
    refusePersonalSpace(ownerId, 'change it with PUT /v2/self')
    return organisationToWire(
      await changeOrganisation(platform, ownerId, fromWire(body)),
      addresses,
    )
  },
})

export const deleteOrganisationForGood = endpoint({
  method: 'DELETE',
  path: '/v2/organisations/:ownerId',
  access: { on: 'owner', may: 'govern' },
  action: 'organisation.delete',
  summary: 'Deletes an empty organisation',
  answer: outcome,
  async handle({ platform, ownerId }) {
    refusePersonalSpace(ownerId, 'it goes with the account, by DELETE /v2/self')
    const { name } = await deleteOrganisation(platform, ownerId)
    return done(`The organisation ${name} was deleted.`)
  },
})

function refusePersonalSpace(ownerId: OwnerId, instead: string): asserts ownerId is OrganisationId {
  if (!isPersonalSpace(ownerId)) return
  throw new Refusal('conflict', `This is your personal space, not an organisation: ${instead}.`)
}

/** Converts only the fields that were sent. */
function fromWire({
  name,
  VAT,
  contacts,
  ...texts
}: Infer<typeof organisationBody>): OrganisationRequest {
  const given = Object.entries({
    ...texts,
    vat: VAT,
    contacts: contacts?.map(({ contact_type, email_address, phone_number }) => ({
      kind: contact_type,
      email: email_address ?? '',
      phone: phone_number ?? '',
    })),
  }).filter(([, value]) => value !== undefined)
  const details: Partial<OrganisationDetails> = Object.fromEntries(given)
  return { details, ...(name !== undefined && { name }) }
}
