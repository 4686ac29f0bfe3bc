import { nameList, namesByCode } from '#api/answers/products.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { countries } from '#kit/text/countries.ts'

export const listCountries = endpoint({
  method: 'GET',
  path: '/v2/products/countries',
  access: 'anyone',
  summary: 'Lists the names of the countries that addresses can have',
  answer: nameList,
  handle: async () => Object.values(countries()),
})

export const listCountryCodes = endpoint({
  method: 'GET',
  path: '/v2/products/countrycodes',
  access: 'anyone',
  summary: 'Lists the countries by their ISO 3166 codes',
  answer: namesByCode,
  handle: async () => countries(),
})

export const listSecondFactorKinds = endpoint({
  method: 'GET',
  path: '/v2/products/mfa_kinds',
  access: 'anyone',
  summary: 'Lists the kinds of second factor',
  answer: nameList,
  handle: async () => ['TOTP'],
})
