import { isObject } from '#protocol/json-value.ts'
import { no, said } from './provider-state.ts'
import { slow, type WrongProvider, wrong } from './wrong-provider.ts'

const never = () => new Promise<never>(() => {})

const broken = { addonId: '', ownerId: '', plan: 'dev', callbackUrl: '' }

/** Providers with invalid responses. */
export const wrongAnswers: readonly WrongProvider[] = [
  wrong('gives a number as the id', 'provisioning.id', () => ({
    made: ({ id, config }) => said(200, { id: Number.parseInt(id.slice(0, 8), 16), config }),
  })),
  wrong('gives no id', 'provisioning.id', () => ({ made: ({ config }) => said(200, { config }) })),
  wrong('gives numbers as values', 'provisioning.readable', () => ({
    configOf: () => ({ BENCH_URL: 'https://x.example.org', BENCH_TOKEN: 4_711 }),
  })),
  wrong('gives a list as config', 'provisioning.readable', () => ({
    made: ({ id }) => said(200, { id, config: ['BENCH_URL=https://x.example.org'] }),
  })),
  wrong('gives an object as the message', 'provisioning.message', () => ({
    made: ({ id, config }) => said(200, { id, config, message: { en: 'Hello' } }),
  })),
  wrong('gives values with a NUL', 'provisioning.readable', () => ({
    configOf: (_, id) => ({ BENCH_URL: `https://x.example.org/${id}`, BENCH_TOKEN: `${id}\0` }),
  })),
  wrong('answers in HTML', 'provisioning.json', () => ({
    made: ({ id }) => said(200, `<h1>Created ${id}</h1>`),
  })),
  wrong('redirects orders', 'provisioning.status', () => ({
    made: ({ id }) => said(307, undefined, { location: `/resources/${id}` }),
  })),
  wrong('answers more than anybody reads', 'provisioning.status', () => ({
    made: ({ id, config }) => said(200, { id, config, padding: 'x'.repeat(2 * 1024 * 1024) }),
  })),
  slow('answers after the time-out', 'time-outs.order', () => ({ made: never })),
  slow('deletes after the time-out', 'time-outs.delete', () => ({ remove: never })),
  wrong('gives two customers the same token', 'provisioning.own-secrets', () => ({
    configOf: (_, id) => ({ BENCH_URL: `https://x.example.org/${id}`, BENCH_TOKEN: 'shared' }),
  })),
  wrong('gives customers the salt', 'provisioning.no-manifest-secret', () => ({
    configOf: ({ manifest }, id) => ({ BENCH_URL: id, BENCH_TOKEN: manifest.api.sso_salt }),
  })),
  wrong('knows every plan', 'plans.unknown', () => ({ isPlan: () => true })),
  wrong('takes the default without a plan', 'plans.missing', (right) => ({
    readOrder: (value) =>
      right.readOrder(isObject(value) ? { ...value, plan: value.plan ?? 'dev' } : value),
  })),
  wrong('looks plans up in an object', 'plans.inherited', () => ({
    isPlan: (plan) => String(plan) in { dev: 1, big: 2 },
  })),
  wrong('refuses fields that it does not know', 'provisioning.unknown-fields', (right) => ({
    readOrder: (value) =>
      Object.keys(value ?? {}).some((name) => name.startsWith('later'))
        ? undefined
        : right.readOrder(value),
  })),
  wrong('refuses options', 'provisioning.options', (right) => ({
    readOrder: (value) =>
      isObject(value) && Object.keys(value.options ?? {}).length > 0
        ? undefined
        : right.readOrder(value),
  })),
  wrong('takes anything for an order', 'hostile.nothing', () => ({
    parse: (text) => text,
    readOrder: () => ({
      addonId: String(Math.random()),
      ownerId: '',
      plan: 'dev',
      callbackUrl: '',
    }),
  })),
  slow('hangs on broken JSON', 'hostile.broken-json', (right) => ({
    parse(text) {
      try {
        return JSON.parse(text)
      } catch {
        return broken
      }
    },
    readOrder: (value) => (value === broken ? broken : right.readOrder(value)),
    make(shop, order) {
      return order === broken ? never() : right.make.call(this, shop, order)
    },
  })),
  wrong('fails to change plans', 'plan-change.status', () => ({
    changePlan: () => no(500, 'Oops'),
  })),
  wrong('changes to any plan', 'plan-change.unknown-plan', () => ({
    changePlan: ({ items }, id) =>
      items.get(id)?.isGone === false ? said(200, { config: items.get(id)?.config }) : no(404, ''),
  })),
  wrong('changes the plan of nothing', 'plan-change.unknown-resource', (right) => ({
    changePlan(shop, id, value) {
      const plan = isObject(value) ? value.plan : undefined
      return shop.items.has(id) || !this.isPlan(plan)
        ? right.changePlan.call(this, shop, id, value)
        : said(200, {})
    },
  })),
]
