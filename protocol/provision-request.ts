import { randomUUID } from 'node:crypto'
import { record } from '#kit/schema.ts'
import type { Unreadable } from './config.ts'
import { textMap } from './json-value.ts'
import {
  anyObject,
  check,
  type Infer,
  maxLength,
  minLength,
  nullish,
  pipe,
  readOrProblem,
  shape,
  text,
  transform,
  withoutControls,
} from './shape.ts'

const badText = 'is too long or has control characters'
const line = pipe(
  text((kind) => (/^(missing|null)$/.test(kind) ? 'is missing' : `must be a text, not ${kind}`)),
  maxLength(1_000, badText),
  withoutControls(badText),
)
const required = pipe(line, minLength(1, 'is missing'))
/** Not sent by older platforms. */
const optional = nullish(line, '')

const maxOptions = 100
const maxOptionLength = 10_000
const badOption = 'must be a text of bearable length'
const options = pipe(
  anyObject((kind) => `must be an object, not ${kind}`),
  check((given) => Object.keys(given).length <= maxOptions, `has more than ${maxOptions} keys`),
  record(pipe(text(badOption), maxLength(maxOptionLength, badOption))),
  transform((given) => textMap(Object.entries(given))),
)

/** The body of `POST {base_url}`. */
const provisionRequestSchema = shape(
  {
    /** The platform's id of the add-on; the same id means the same order. */
    addon_id: required,
    owner_id: required,
    /** Slug of the plan. */
    plan: required,
    /** For details once the order has been answered, and for completing a pending add-on. */
    callback_url: required,
    owner_name: optional,
    /** The ordering user, acting for the owner. */
    user_id: optional,
    region: optional,
    /** The same as `addon_id`, for receivers of the legacy name. */
    heroku_id: optional,
    /** Password for sending logs of the add-on. */
    logplex_token: optional,
    /** The UUID within `addon_id`, for receivers that use it as key. */
    uuid: optional,
    options: nullish(options, {}),
  },
  (kind) => `must be an object; it is ${kind}`,
)

export type ProvisionRequest = Infer<typeof provisionRequestSchema>

/** The facts of an order. */
export type Order = Omit<ProvisionRequest, 'heroku_id' | 'uuid' | 'region'>

/** The whole body, with the legacy fields that existing receivers require. */
export const provisionRequest = (order: Order): ProvisionRequest => ({
  ...order,
  region: 'EU',
  heroku_id: order.addon_id,
  uuid: /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.exec(order.addon_id)?.[0] ?? randomUUID(),
})

/** Parses the body on the provider's side; fields that older platforms do not send are empty. */
export function readProvisionRequest(value: unknown): ProvisionRequest | Unreadable {
  const { value: request, problem } = readOrProblem(provisionRequestSchema, value, 'The body')
  return request ?? { problem }
}
