import type { consumerAnswer } from '#api/answers/accounts.ts'
import type { Infer } from '#kit/schema.ts'
import type { Consumer } from '#platform/model/identity/access/consumer.ts'
import { type Right, rights } from '#platform/model/identity/access/rights.ts'

/** The consumer record of v2, without the secret, which has its own endpoint. */
export const consumerToWire = (consumer: Consumer): Infer<typeof consumerAnswer> => ({
  key: consumer.key,
  name: consumer.name,
  description: consumer.description,
  url: consumer.url,
  picture: consumer.picture,
  baseUrl: consumer.baseUrl,
  rights: rightsToWire(consumer.rights),
})

/** All twelve rights by name, because clients compare the whole record. */
export const rightsToWire = (given: readonly Right[]) =>
  Object.fromEntries(rights.map((right) => [right, given.includes(right)])) as Record<
    Right,
    boolean
  >
