import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { openOddProvider } from '#tests/support/providers/odd-provider.ts'
import { pushOffer } from '#tests/support/providers/pushed-offer.ts'

test('add-on orders: a server that exits during a call to a provider completes the order after the restart', async () => {
  await using berth = await TestBerth.start()
  await using service = await openOddProvider()
  const ownerId = berth.admin.organisationId
  await pushOffer(berth, service.url)
  const order = () => berth.client.addons.order(ownerId, { name: 'mine', providerId: 'pigeon' })

  service.behave(() => ({ status: 422, body: { message: 'No pigeons left.' } }))
  await assert.rejects(order(), { status: 503, message: 'Error from provider: [No pigeons left.]' })

  // Killed while the provider creates the resource; nothing is lost.
  service.behave(async (_, honest) => {
    service.behave()
    honest()
    await berth.signal('SIGKILL')
    return 'drop' as const
  })
  await assert.rejects(order())
  await berth.start()
  const addon = await until(
    async () => {
      const [only] = await berth.client.addons.list(ownerId)
      return only?.state === 'ready' ? only : undefined
    },
    { timeout: 300_000, what: 'the add-on' },
  )
  assert.deepEqual([...service.made], [[addon.id, 1]])
  const variables = await berth.client.addons.variables({ id: addon.id, ownerId })
  assert.deepEqual(
    variables.map(({ name }) => name),
    ['PIGEON_URL'],
  )

  // Stopped while the provider hangs; the shutdown does not wait for it.
  const hanging = Promise.withResolvers<void>()
  service.behave(() => {
    hanging.resolve()
    return 'hang'
  })
  const deleted = berth.client.addons.delete({ id: addon.id, ownerId }).catch((error) => error)
  await hanging.promise
  await berth.signal('SIGTERM')
  await deleted
  service.behave()
  await berth.start()
  await until(async () => (await berth.client.addons.list(ownerId)).length === 0, {
    timeout: 300_000,
    what: 'the end of the add-on',
  })
  assert.equal(service.resources.size, 0)
})
