import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kit/text/ids.ts'
import { newUser } from '#platform/model/identity/accounts/user.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'

/** What every store does with events. */
export function eventsContract(name: string, open: () => Promise<Store>): void {
  const add = (store: Store, ownerId: OwnerId, date = 1) =>
    store.events.add({
      ownerId,
      date,
      name: 'APPLICATION_STOP',
      subjectId: 'app_1',
      visibility: 'see',
      data: { id: 'app_1' },
    })
  const ids = (events: { id: number }[]) => events.map(({ id }) => id)

  test(`${name} events: have one order over all owners, and each owner reads their own`, async () => {
    const store = await open()
    assert.equal(await store.events.lastId(), 0)
    for (const owner of ['orga_1', 'orga_2', 'orga_1'] as const) await add(store, owner)
    assert.deepEqual(ids(await store.events.listAfter(['orga_1'], 0, 9)), [1, 3])
    assert.deepEqual(ids(await store.events.listAfter(['orga_1', 'orga_2'], 1, 1)), [2])
    assert.deepEqual(ids(await store.events.listAllAfter(1, 9)), [2, 3])
    assert.deepEqual(ids(await store.events.listOf(['orga_1'], { limit: 9, before: 3 })), [1])
    const [event] = await store.events.listOf(['orga_2'], { limit: 1, name: 'APPLICATION_STOP' })
    assert.deepEqual(event?.data, { id: 'app_1' })
    assert.deepEqual(await store.events.listAfter([], 0, 9), [])
    await store.close()
  })

  test(`${name} events: numbers are not given again, and what was removed leaves a gap`, async () => {
    const store = await open()
    for (const date of [1, 2, 3, 4]) await add(store, 'orga_1', date)
    await add(store, 'orga_2', 9)
    await store.events.removeOlderThan(2)
    assert.equal(await store.events.removedUntil(['orga_1']), 1)
    assert.equal(await store.events.removedUntil(['orga_2']), 0)
    assert.deepEqual(await store.events.listOwnersBeyond(2), ['orga_1'])
    assert.deepEqual(await store.events.listOwnersBeyond(3), [])
    await store.events.removeBeyond('orga_1', 1)
    assert.equal(await store.events.removedUntil(['orga_1', 'orga_2']), 3)
    assert.deepEqual(ids(await store.events.listAllAfter(0, 9)), [4, 5])
    await store.events.removeOlderThan(100)
    assert.equal((await add(store, 'orga_1')).id, 6)
    assert.equal(await store.events.lastId(), 6)
    await store.close()
  })

  test(`${name} events: one of a transaction that fails was never there; watchers hear of the others`, async () => {
    const store = await open()
    let heard = 0
    const stop = store.watch('events', () => {
      heard += 1
    })
    await assert.rejects(
      store.transaction(async (inside) => {
        await add(inside, 'orga_1')
        throw new Error('no')
      }),
    )
    assert.deepEqual(await store.events.listAllAfter(0, 9), [])
    await add(store, 'orga_1')
    stop()
    const before = heard
    await add(store, 'orga_1')
    assert.ok(before > 0)
    assert.equal(heard, before)
    assert.deepEqual(ids(await store.events.listAllAfter(0, 9)), [1, 2])
    assert.equal(await store.eventCursors.position('hooks'), 0)
    await store.eventCursors.move('hooks', 2)
    assert.equal(await store.eventCursors.position('hooks'), 2)
    await store.close()
  })

  test(`${name} alerts: one is active once, and ends with its rule`, async () => {
    const store = await open()
    const ownerId = 'orga_1'
    const rule = {
      id: newId('alert'),
      ownerId,
      resourceId: '',
      kind: '5xx',
      threshold: 2.5,
      minutes: 5,
      targets: null,
      createdAt: 1,
    } as const
    const second = { ...rule, id: newId('alert'), targets: [newId('webhook')], createdAt: 2 }
    for (const each of [second, rule]) await store.alertRules.add(each)
    assert.deepEqual(await store.alertRules.listOf(ownerId), [rule, second])
    assert.deepEqual(await store.alertRules.listAll(), [rule, second])
    await store.alertRules.change(rule.id, { threshold: 0.5, minutes: 1, targets: [] })
    assert.equal((await store.alertRules.find(rule.id))?.threshold, 0.5)
    const active = { ruleId: rule.id, resourceId: 'app_1', since: 7, value: 99.5 } as const
    assert.equal(await store.activeAlerts.add(active), true)
    assert.equal(await store.activeAlerts.add({ ...active, value: 1 }), false)
    await store.activeAlerts.add({ ...active, resourceId: 'app_2' })
    assert.deepEqual((await store.activeAlerts.listOf([rule.id, second.id]))[0], active)
    assert.equal(await store.activeAlerts.remove(rule.id, 'app_1'), true)
    assert.equal(await store.activeAlerts.remove(rule.id, 'app_1'), false)
    assert.equal(await store.alertRules.remove(rule.id), true)
    assert.deepEqual(await store.activeAlerts.listOf([rule.id]), [])
    await store.alertRules.removeOf(ownerId)
    assert.deepEqual(await store.alertRules.listAll(), [])
    await store.close()
  })

  test(`${name} events: what a user has seen never goes back, and goes with the user`, async () => {
    const store = await open()
    const user = newUser('user_1', { email: 'ada@example.test', passwordHash: 'x' }, 1)
    await store.users.add(user)
    assert.equal(await store.eventVisits.seenUntil(user.id), 0)
    await store.eventVisits.see(user.id, 5)
    await store.eventVisits.see(user.id, 3)
    assert.equal(await store.eventVisits.seenUntil(user.id), 5)
    await store.users.remove(user.id)
    assert.equal(await store.eventVisits.seenUntil(user.id), 0)
    await store.close()
  })
}
