import type { organisationAnswer } from '#api/answers/organisations.ts'
import { type vatState, vatStates } from '#api/answers/states.ts'
import type { Addresses } from '#api/http/endpoint.ts'
import type { Infer } from '#kit/schema.ts'
import { countryTitle } from '#kit/text/countries.ts'
import { vatNumberState } from '#platform/billing/prices/vat-number.ts'
import {
  noDetails,
  type Organisation,
  type OrganisationDetails,
} from '#platform/model/identity/accounts/organisation.ts'
import type { User } from '#platform/model/identity/accounts/user.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import { avatarUrl } from './avatar-url.ts'

/** The organisation record of v2. Strings are never null, because some clients reject that. */
export function organisationToWire(
  {
    id,
    name,
    avatar,
    details,
  }: Pick<Organisation, 'name' | 'avatar' | 'details'> & { id: OwnerId },
  addresses: Pick<Addresses, 'api'>,
): Infer<typeof organisationAnswer> {
  return {
    id,
    name,
    description: details.description,
    billingEmail: details.billingEmail,
    address: details.address,
    city: details.city,
    zipcode: details.zipcode,
    country: countryTitle(details.country),
    company: details.company,
    VAT: details.vat,
    avatar: avatarUrl(addresses, avatar),
    vatState: vatStateOf(details),
    customerFullName: details.customerFullName,
    canPay: true,
    cleverEnterprise: false,
    emergencyNumber: null,
    canSEPA: false,
    isTrusted: false,
    contacts: details.contacts.map(({ kind, email, phone }) => ({
      contact_type: kind,
      email_address: email,
      phone_number: phone,
    })),
  }
}

/** State of a VAT number on the wire. */
export const vatStateOf = ({
  vat,
  country,
}: Pick<OrganisationDetails, 'vat' | 'country'>): Infer<typeof vatState> =>
  vatStates[vatNumberState(vat, country)]

/** A personal space as an organisation record. Personal data is only in `/v2/self`. */
export const personalSpaceToWire = ({ id, name, avatar }: User, addresses: Addresses) =>
  organisationToWire({ id, name, avatar, details: noDetails }, addresses)
