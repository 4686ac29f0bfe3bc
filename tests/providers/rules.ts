import { randomBytes, randomUUID } from 'node:crypto'
import { isBasicAuth } from '#kit/net/basic-auth.ts'
import { isObject, own } from '#protocol/json-value.ts'
import { checkSso } from '#protocol/sso/sso-check.ts'
import {
  type Item,
  no,
  type Order,
  type ProviderMessage,
  type ProviderState,
  said,
} from './provider-state.ts'

/** Behaviour of the fake provider, in rules small enough to be broken one at a time. */
export interface Rules {
  /** Whether the credentials allow this method. */
  isCaller(authorization: string | undefined, shop: ProviderState, method: string): boolean
  stranger(shop: ProviderState): ProviderMessage
  parse(text: string): unknown
  /** The order; `undefined` if the body is not one. */
  readOrder(value: unknown): Order | undefined
  plans: readonly string[]
  isPlan(this: Rules, plan: unknown): boolean
  known(shop: ProviderState, order: Order): Item | undefined
  make(this: Rules, shop: ProviderState, order: Order): Promise<Item> | Item
  newId(): string
  configOf(shop: ProviderState, id: string): Record<string, unknown>
  made(item: Item, shop: ProviderState): Promise<ProviderMessage> | ProviderMessage
  remove(shop: ProviderState, id: string): Promise<ProviderMessage> | ProviderMessage
  changePlan(this: Rules, shop: ProviderState, id: string, value: unknown): ProviderMessage
  readForm(text: string): URLSearchParams
  /** Whether the single sign-on form is valid. */
  isSigned(form: URLSearchParams, shop: ProviderState): boolean
  forbidden: number
  enter(this: Rules, form: URLSearchParams, shop: ProviderState): ProviderMessage
  guest(form: URLSearchParams): string
  panel(this: Rules, shop: ProviderState, id: string, cookie: string): ProviderMessage
  greeting(item: Item, email: string): string
}

const escaped = (text: string) =>
  text.replace(/[<>&"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** A minimal correct provider. */
export const rightRules: Rules = {
  isCaller: (authorization, { manifest: { id, api } }) =>
    isBasicAuth(authorization, { id, password: api.password }),
  stranger: () => said(401, { message: 'Who are you?' }, { 'www-authenticate': 'Basic realm="x"' }),
  parse: (text) => JSON.parse(text),
  readOrder(value) {
    const texts = ['addon_id', 'owner_id', 'plan', 'callback_url'].map((name) => own(value, name))
    if (!isObject(value) || texts.some((text) => typeof text !== 'string' || text === ''))
      return undefined
    const [addonId, ownerId, plan, callbackUrl] = texts as [string, string, string, string]
    return { addonId, ownerId, plan, callbackUrl }
  },
  plans: ['dev', 'big'],
  isPlan(plan) {
    return typeof plan === 'string' && this.plans.includes(plan)
  },
  known: ({ items }, { addonId }) => [...items.values()].find((item) => item.addonId === addonId),
  make(shop, order) {
    const id = this.newId()
    const item: Item = { ...order, id, config: this.configOf(shop, id), isGone: false }
    shop.items.set(id, item)
    return item
  },
  newId: () => randomUUID(),
  configOf: (_, id) => ({
    BENCH_URL: `https://bench.example.org/${id}`,
    BENCH_TOKEN: randomUUID(),
  }),
  made: ({ id, config }) => said(200, { id, config, message: 'Here it is.' }),
  remove({ items }, id) {
    const item = items.get(id)
    if (!item) return no(404, 'Unknown.')
    if (item.isGone) return no(410, 'Gone.')
    item.isGone = true
    return said(200, {})
  },
  changePlan({ items }, id, value) {
    const item = items.get(id)
    const plan = own(value, 'plan')
    if (!item || item.isGone) return no(404, 'Unknown.')
    if (!this.isPlan(plan)) return no(422, 'There is no such plan.')
    item.plan = plan as string
    return said(200, { config: item.config, message: 'Changed.' })
  },
  readForm: (text) => new URLSearchParams(text),
  isSigned: (form, { manifest }) =>
    checkSso(form, { salt: manifest.api.sso_salt, now: Date.now() }).problem === undefined,
  forbidden: 403,
  enter(form, shop) {
    const id = form.get('id') ?? ''
    const item = shop.items.get(id)
    if (!this.isSigned(form, shop) || !item || item.isGone) return said(this.forbidden, 'No.')
    const key = randomBytes(16).toString('hex')
    shop.guests.set(key, { id, email: this.guest(form) })
    return said(302, undefined, {
      location: `/panel/${id}`,
      'set-cookie': `bench=${key}; HttpOnly; Path=/`,
    })
  },
  guest: (form) => form.get('email') ?? '',
  panel({ items, guests }, id, cookie) {
    const guest = guests.get(/bench=(\w+)/.exec(cookie)?.[1] ?? '')
    const item = items.get(id)
    if (guest?.id !== id || !item || item.isGone) return said(403, 'No.')
    return said(200, this.greeting(item, guest.email))
  },
  greeting: ({ id }, email) => `<p>${id} for ${escaped(email)}`,
}
