import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DueWebhook } from '#platform/model/events/hook-store.ts'
import type { OwnerId, WebhookId } from '#platform/model/ids.ts'
import type { DeliveryContext } from './deliver-webhook.ts'
import { createWebhookPool } from './webhook-worker.ts'

const dueOf = (ownerId: OwnerId, count: number, isFailing = true): DueWebhook[] =>
  Array.from({ length: count }, (_, index) => ({
    webhookId: `webhook_${ownerId}_${index}` as WebhookId,
    ownerId,
    accountId: ownerId,
    dueAt: 0,
    isFailing,
  }))

const poolOf = (store: object) =>
  createWebhookPool({
    platform: () => ({ store, clock: () => 0 }) as unknown as DeliveryContext,
    signal: new AbortController().signal,
    onFree() {},
    onBug: assert.ifError,
  })

test('webhook pool: those that wait for a place, however many, hide none of another owner', async () => {
  const all = [...dueOf('orga_many', 2000), ...dueOf('orga_other', 1)]
  const begun: WebhookId[] = []
  const store = {
    webhookDeliveries: {
      listDueWebhooks: async (_: unknown, limit: number) => all.slice(0, limit),
      findDue: async () => undefined,
    },
    webhooks: {
      async find(id: WebhookId) {
        begun.push(id)
      },
    },
  }
  const pool = poolOf(store)
  await pool.start()
  await pool.drain()
  assert.deepEqual(begun.slice(-1), ['webhook_orga_other_0'])
  assert.equal(begun.length, 5)
})

test('webhook pool: slow webhooks of sixteen people leave places for the others', async () => {
  const slow = Array.from({ length: 16 }, (_, at) => dueOf(`orga_slow${at}`, 10, false)).flat()
  const all = [...slow, ...dueOf('orga_other', 1, false)]
  const begun: WebhookId[] = []
  const ending = Promise.withResolvers<void>()
  const store = {
    webhookDeliveries: { listDueWebhooks: async () => all, findDue: async () => undefined },
    webhooks: {
      async find(id: WebhookId) {
        begun.push(id)
        await ending.promise
      },
    },
  }
  const pool = poolOf(store)
  await pool.start()
  assert.ok(begun.includes('webhook_orga_other_0' as WebhookId))
  for (const owner of Array.from({ length: 16 }, (_, at) => `orga_slow${at}_`)) {
    const count = begun.filter((id) => id.includes(owner)).length
    assert.ok(count >= 1 && count <= 4, `${owner}: ${count}`)
  }
  ending.resolve()
  await pool.drain()
})
