import { countryCode } from '#kit/text/countries.ts'
import { validateEmail } from '#platform/identity/accounts/email/email-address.ts'
import type {
  Contact,
  OrganisationDetails,
} from '#platform/model/identity/accounts/organisation.ts'
import { validateLine, validateLines } from '#platform/model/plain-text.ts'
import { Refusal } from '#platform/model/refusal.ts'

const maxNameLength = 100
const maxContacts = 10

export function validateOrganisationName(text: string): string {
  const name = validateLine(text, 'The name', maxNameLength)
  if (name !== '') return name
  throw new Refusal('invalid', 'The name must not be empty.')
}

/** Validator of each field, which returns the value to store. */
const validators: {
  [K in keyof OrganisationDetails]: (value: OrganisationDetails[K]) => OrganisationDetails[K]
} = {
  description: (text) => validateLines(text, 'The description', 1000),
  address: (text) => validateLines(text, 'The address', 300),
  city: (text) => validateLine(text, 'The city', 100),
  zipcode: (text) => validateLine(text, 'The zip code', 20),
  company: (text) => validateLine(text, 'The company', 200),
  vat: (text) => validateLine(text, 'The VAT number', 32),
  customerFullName: (text) => validateLine(text, 'The full name of the customer', 200),
  billingEmail: (text) => (text.trim() === '' ? '' : validateEmail(text)),
  country: validateCountry,
  contacts: validateContacts,
}

/** Validates the given fields only. */
export function validateDetails(given: Partial<OrganisationDetails>): Partial<OrganisationDetails> {
  const valid = Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const validate = validators[name as keyof OrganisationDetails] as (value: unknown) => unknown
      return [name, validate(value)]
    })
  return Object.fromEntries(valid)
}

export function validateCountry(text: string): string {
  if (text.trim() === '') return ''
  const code = countryCode(text)
  if (code) return code
  const shown = JSON.stringify(text.slice(0, 60))
  throw new Refusal('invalid', `${shown} is not a country. Use a code such as FR, or a name.`)
}

function validateContacts(contacts: readonly Contact[]): Contact[] {
  if (contacts.length > maxContacts) {
    throw new Refusal('invalid', `At most ${maxContacts} contacts are allowed.`)
  }
  return contacts.map(({ kind, email, phone }) => ({
    kind,
    email: email.trim() === '' ? '' : validateEmail(email),
    phone: validateLine(phone, 'The phone number', 30),
  }))
}
