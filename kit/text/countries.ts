let names: Intl.DisplayNames | undefined

const titles = new Map<string, string | undefined>()

/** Created on demand, because it takes seven megabytes; answers are kept, because each takes microseconds. */
function titleOf(code: string): string | undefined {
  if (titles.has(code)) return titles.get(code)
  names ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const title = names.of(code)
  titles.set(code, title)
  return title
}

/** Two-letter codes of groups and placeholders, which are not countries. */
const noCountry = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])

/** ISO 3166 code of a country given by its code or its English name, in any case. */
export function countryCode(text: string): string | undefined {
  if (text.length > maxTitleLength) return undefined
  return codes().get(plain(text))
}

/** English name of a country in capitals, as in the API; empty for an empty code. */
export function countryTitle(code: string): string {
  return code === '' ? '' : (titleOf(code) ?? code).toUpperCase()
}

/** English name of a country, such as `United Kingdom`; the code itself if it is unknown. */
export const countryName = (code: string): string =>
  /^[A-Z]{2}$/.test(code) ? (titleOf(code) ?? code) : code

/** All countries: names by code, sorted by name. */
export function countries(): Record<string, string> {
  const named = listCodes().map((code) => [code, countryTitle(code)] as const)
  return Object.fromEntries(named.sort(([, one], [, other]) => one.localeCompare(other)))
}

const maxTitleLength = 100
let known: Map<string, string> | undefined

function codes(): Map<string, string> {
  if (known) return known
  known = new Map()
  for (const code of listCodes()) {
    known.set(code, code)
    known.set(plain(titleOf(code) ?? code), code)
  }
  return known
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

function listCodes(): string[] {
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => titleOf(code) !== undefined && !noCountry.has(code) && isCurrent(code))
}

/** Whether a code is current: codes of former countries and rare variants map to another one. */
const isCurrent = (code: string) => new Intl.Locale(`und-${code}`).region === code

/** Capitals without accents and punctuation, because spellings of a name differ. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .toUpperCase()
    .replace(/&/g, ' AND ')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Z]+/g, ' ')
    .trim()
