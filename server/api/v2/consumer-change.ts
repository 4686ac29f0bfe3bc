import { boolean, clearable, type Infer, object, optional, record, string } from '#kit/schema.ts'
import type { ConsumerChange } from '#platform/model/identity/access/consumer.ts'
import { consumerRights, type Right } from '#platform/model/identity/access/rights.ts'
import { Refusal } from '#platform/model/refusal.ts'

const others = {
  description: clearable,
  url: clearable,
  picture: clearable,
  rights: optional(record(optional(boolean))),
}

export const newConsumer = object({ name: string, baseUrl: string, ...others })
export const consumerChange = object({
  name: optional(string),
  baseUrl: optional(string),
  ...others,
})

const texts = ['name', 'description', 'url', 'picture', 'baseUrl'] as const

/** Converts only the fields that were sent. */
export function changeFromWire(body: Infer<typeof consumerChange>): ConsumerChange {
  const change: ConsumerChange = Object.fromEntries(
    texts.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]),
  )
  return body.rights ? { ...change, rights: rightsFromWire(body.rights) } : change
}

/** Replaces the whole set: omitted rights are removed. */
function rightsFromWire(given: Record<string, boolean | undefined>): Right[] {
  const known = new Set<string>(consumerRights)
  // Clients that send a record back include this one.
  const wrong = Object.keys(given).find(
    (name) => !known.has(name) && !(name === 'almighty' && !given[name]),
  )
  if (wrong !== undefined) {
    const sentence = `${wrong.slice(0, 60)} is not a right that an OAuth consumer can have.`
    throw new Refusal('invalid', sentence, { fields: { rights: `has no ${wrong.slice(0, 60)}` } })
  }
  return consumerRights.filter((right) => given[right])
}
