import { randomUUID } from 'node:crypto'
import type { Unreadable } from './config.ts'
import { hasControls, isObject, kindOf, own, textMap } from './json-value.ts'

/** The body of `POST {base_url}`. */
export interface ProvisionRequest {
  /** What the platform calls the add-on; the same one means the same order. */
  addon_id: string
  owner_id: string
  owner_name: string
  /** Who orders, for the owner. */
  user_id: string
  /** The slug of the plan. */
  plan: string
  region: string
  /** Where details are once the order has been answered, and where a pending add-on is completed. */
  callback_url: string
  options: Record<string, string>
  /** The same as `addon_id`, for receivers that know the older name. */
  heroku_id: string
  /** The password for sending logs of the add-on. */
  logplex_token: string
  /** The UUID within `addon_id`, for receivers that key on one. */
  uuid: string
}

/** What a provider needs to be told. */
export type Order = Omit<ProvisionRequest, 'heroku_id' | 'uuid' | 'region'>

/** The whole body, with the older fields that real receivers require. */
export const provisionRequest = (order: Order): ProvisionRequest => ({
  ...order,
  region: 'EU',
  heroku_id: order.addon_id,
  uuid: /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.exec(order.addon_id)?.[0] ?? randomUUID(),
})

const longest = 1_000
const maxOptionLength = 10_000
const maxOptions = 100
const required = ['addon_id', 'owner_id', 'plan', 'callback_url'] as const
const optional = ['owner_name', 'user_id', 'region', 'heroku_id', 'logplex_token', 'uuid'] as const

/** Reads the body as a provider; what older platforms do not send is empty. */
export function readProvisionRequest(value: unknown): ProvisionRequest | Unreadable {
  if (!isObject(value)) return { problem: `The body must be an object; it is ${kindOf(value)}.` }
  for (const name of required)
    if (own(value, name) === undefined || own(value, name) === '')
      return { problem: `'${name}' is missing.` }
  for (const name of [...required, ...optional]) {
    const text = own(value, name) ?? ''
    if (typeof text !== 'string')
      return { problem: `'${name}' must be a text, not ${kindOf(text)}.` }
    if (text.length > longest || hasControls(text))
      return { problem: `'${name}' is too long or has control characters.` }
  }
  const options = readOptions(own(value, 'options') ?? {})
  if ('problem' in options) return options
  const texts = [...required, ...optional].map((name) => [name, own(value, name) ?? ''] as const)
  return { ...Object.fromEntries(texts), options: options.options } as unknown as ProvisionRequest
}

function readOptions(value: unknown): { options: Record<string, string> } | Unreadable {
  if (!isObject(value)) return { problem: `'options' must be an object, not ${kindOf(value)}.` }
  const entries = Object.entries(value)
  if (entries.length > maxOptions) return { problem: `'options' has more than ${maxOptions} keys.` }
  const odd = entries.find(([, text]) => typeof text !== 'string' || text.length > maxOptionLength)
  if (odd)
    return { problem: `'options.${odd[0].slice(0, 100)}' must be a text of bearable length.` }
  return { options: textMap(entries as [string, string][]) }
}
