import type { Offer } from '#platform/marketplace/providers/catalogue.ts'
import { requireOptions, requireVersion } from '#platform/marketplace/providers/versions.ts'
import { Refusal } from '#platform/model/refusal.ts'

const maxOptions = 100
const maxNameLength = 200
const maxValueLength = 10_000
const maxTotalLength = 64 * 1024

/** Options of an order as strings for the provider, which offers them; an empty one counts as omitted. */
export function optionsForOrder(
  offer: Offer,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> {
  const options = validateOptions(given)
  requireOptions(offer, options)
  requireVersion(offer, options.version)
  return options
}

export function validateOptions(
  options: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> {
  const given = Object.entries(options)
  if (given.length > maxOptions) {
    throw new Refusal('invalid', `Too many options: at most ${maxOptions} are allowed.`)
  }
  const entries = given.filter(([, value]) => value !== null && value !== undefined && value !== '')
  const texts: Record<string, string> = Object.create(null)
  for (const [name, value] of entries) texts[name] = textOf(name, value)
  if (entries.reduce((sum, [name]) => sum + (texts[name]?.length ?? 0), 0) > maxTotalLength) {
    throw new Refusal('invalid', `The options are longer than ${maxTotalLength} together.`)
  }
  return texts
}

function textOf(name: string, value: unknown): string {
  const called = `The option ${JSON.stringify(name.slice(0, maxNameLength))}`
  if (name.length > maxNameLength)
    throw new Refusal('invalid', `${called} has a name that is too long.`)
  if (!['string', 'number', 'boolean'].includes(typeof value)) {
    throw new Refusal('invalid', `${called} must be a string, a number or a boolean.`)
  }
  const text = String(value)
  if (text.length > maxValueLength || text.includes('\0')) {
    throw new Refusal(
      'invalid',
      `${called} is longer than ${maxValueLength} or has a NUL character.`,
    )
  }
  return text
}
