import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { openOddPartner } from '#tests/support/providers/odd-provider.ts'
import { pushOffer } from '#tests/support/providers/pushed-offer.ts'

test('a server that ends while a partner works brings it to an end when it is back', async () => {
  await using berth = await TestBerth.start()
  await using partner = await openOddPartner()
  const ownerId = berth.admin.organisationId
  await pushOffer(berth, partner.url)
  const order = () => berth.client.addons.order(ownerId, { name: 'mine', providerId: 'pigeon' })

  partner.behave(() => ({ status: 422, body: { message: 'No pigeons left.' } }))
  await assert.rejects(order(), { status: 503, message: 'Error from provider: [No pigeons left.]' })

  // Killed while the partner makes it: nobody is told, and nothing is lost.
  partner.behave(async (_, honest) => {
    partner.behave()
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
    { timeout: 30_000, what: 'the add-on' },
  )
  assert.deepEqual([...partner.made], [[addon.id, 1]])
  const variables = await berth.client.addons.variables({ id: addon.id, ownerId })
  assert.deepEqual(
    variables.map(({ name }) => name),
    ['PIGEON_URL'],
  )

  // Told to end while the partner hangs: it does not wait for the partner.
  const hanging = Promise.withResolvers<void>()
  partner.behave(() => {
    hanging.resolve()
    return 'hang'
  })
  const deleted = berth.client.addons.delete({ id: addon.id, ownerId }).catch((error) => error)
  await hanging.promise
  await berth.signal('SIGTERM')
  await deleted
  partner.behave()
  await berth.start()
  await until(async () => (await berth.client.addons.list(ownerId)).length === 0, {
    timeout: 30_000,
    what: 'the end of the add-on',
  })
  assert.equal(partner.resources.size, 0)
})
