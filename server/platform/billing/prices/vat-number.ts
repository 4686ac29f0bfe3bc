/** Forms of the VAT numbers of the EU's members, without the country prefix. */
const forms: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  GR: /^\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^\d[A-Z0-9+*]\d{5}[A-Z]{1,2}$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z0-9+*]{10}\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
}

/** The country under whose VAT a country is: Monaco belongs to France. */
export const vatCountry = (country: string): string => (country === 'MC' ? 'FR' : country)

export const isInEuropeanUnion = (country: string): boolean =>
  Object.hasOwn(forms, vatCountry(country))

/** Greece writes EL in its numbers. */
const prefixOf = (country: string): string => (country === 'GR' ? 'EL' : country)

/** What is known of a customer's VAT number. Nobody asks the register, so one of the right form stays unchecked. */
export type VatNumberState = 'absent' | 'unchecked' | 'malformed' | 'not european'

export function vatNumberState(text: string, country: string): VatNumberState {
  if (text.trim() === '') return 'absent'
  if (country === '') return 'unchecked'
  if (!isInEuropeanUnion(country)) return 'not european'
  return isEuropeanVatNumber(text, country) ? 'unchecked' : 'malformed'
}

/** Whether a text has the form of a VAT number of an EU member; whether it was given out is not checked. */
export function isEuropeanVatNumber(text: string, country: string): boolean {
  const member = vatCountry(country)
  const plain = text.toUpperCase().replaceAll(/[\s.-]/g, '')
  const prefix = prefixOf(member)
  return plain.startsWith(prefix) && forms[member]?.test(plain.slice(prefix.length)) === true
}
