import { no, said } from './provider-state.ts'
import { type WrongProvider, wrong } from './wrong-provider.ts'

/** Long enough for the requests that are sent at once to arrive on a busy machine. */
const breath = () => new Promise((resolve) => setTimeout(resolve, 100))

/** Providers with faulty idempotency or stored state. */
export const wrongMemories: readonly WrongProvider[] = [
  wrong('makes a new resource at each retry', 'idempotency.same-id', () => ({
    known: () => undefined,
  })),
  wrong('refuses retries as doubles', 'idempotency.again', (right) => ({
    async made(item, shop) {
      const isOld = item.config.told === true
      item.config.told = true
      return isOld ? no(409, 'I have that already.') : right.made(item, shop)
    },
  })),
  wrong('makes new secrets at each retry', 'idempotency.same-values', (right) => ({
    made: ({ id }, shop) => said(200, { id, config: right.configOf(shop, id) }),
  })),
  wrong('makes two when two ask at once', 'idempotency.at-once', (right) => ({
    async make(shop, order) {
      await breath()
      return right.make.call(this, shop, order)
    },
  })),
  wrong('recognises orders by their owner', 'provisioning.same-owner', () => ({
    known: ({ items }, { ownerId }) => [...items.values()].find((item) => item.ownerId === ownerId),
  })),
  wrong('gives all the same id', 'provisioning.different-ids', () => ({ newId: () => 'resource' })),
  wrong('remembers the last order only', 'idempotency.after-others', () => ({
    known: ({ items }, { addonId }) =>
      [...items.values()].slice(-1).find((item) => item.addonId === addonId),
  })),
  wrong('loses orders that come at once', 'concurrency.remembered', (right) => ({
    async make(shop, order) {
      const read = new Map(shop.items)
      await breath()
      const item = await right.make.call(this, { ...shop, items: read }, order)
      shop.items.clear()
      for (const [id, one] of read) shop.items.set(id, one)
      return item
    },
  })),
  wrong('counts ids up with a gap', 'concurrency.ids', (right) => ({
    async make(shop, order) {
      const next = shop.items.size + 1
      await breath()
      return right.make.call({ ...this, newId: () => `r${next}` }, shop, order)
    },
  })),
  wrong('fails to delete', 'deprovisioning.done', () => ({ remove: () => no(500, 'Oops.') })),
  wrong('fails to delete twice', 'deprovisioning.twice', (right) => ({
    async remove(shop, id) {
      const answer = await right.remove(shop, id)
      return answer.status === 410 ? no(500, 'Already deleted.') : answer
    },
  })),
  wrong('fails to delete the unknown', 'deprovisioning.unknown', (right) => ({
    remove: (shop, id) => (shop.items.has(id) ? right.remove(shop, id) : no(500, 'null')),
  })),
  wrong('refuses to delete the unknown with 400', 'deprovisioning.unknown', (right) => ({
    remove: (shop, id) => (shop.items.has(id) ? right.remove(shop, id) : no(400, 'Unknown.')),
  })),
  wrong('deletes everything of the owner', 'deprovisioning.others-stay', () => ({
    remove({ items }, id) {
      const owner = items.get(id)?.ownerId
      for (const item of items.values()) if (item.ownerId === owner) items.delete(item.id)
      return owner ? said(200, {}) : no(404, 'Unknown.')
    },
  })),
  wrong('only says that it deletes', 'deprovisioning.panel-closed', () => ({
    remove: ({ items }, id) => (items.has(id) ? said(200, {}) : no(404, 'Unknown.')),
  })),
]
