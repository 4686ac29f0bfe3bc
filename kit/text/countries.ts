let names: Intl.DisplayNames | undefined

/** Made when first needed: it takes seven megabytes, which a server that nobody asks for countries can do without. */
function titleOf(code: string): string | undefined {
  names ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  return names.of(code)
}

/** What has a code of two letters but is no country: groups of them, and placeholders. */
const noCountry = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])

/** The ISO 3166 code of a country given by its code or its English name, in any case. */
export function countryCode(text: string): string | undefined {
  if (text.length > maxTitleLength) return undefined
  return codes().get(plain(text))
}

/** The English name of a country in capitals, as clients know it; empty for an empty code. */
export function countryTitle(code: string): string {
  return code === '' ? '' : (titleOf(code) ?? code).toUpperCase()
}

/** Every country: its name by its code, in the order of the names. */
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

/** Codes of countries that are gone, or that only a few write, stand for another one. */
const isCurrent = (code: string) => new Intl.Locale(`und-${code}`).region === code

/** Capitals without accents and punctuation: how a name is written differs more than what it names. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .toUpperCase()
    .replace(/&/g, ' AND ')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Z]+/g, ' ')
    .trim()
