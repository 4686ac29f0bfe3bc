import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Domain } from '#platform/model/hosting/domain.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'
import { addApplication } from './store.contract.ts'

/** Contract of every store for domains and TCP redirections. `open` returns an empty store. */
export function domainsContract(name: string, open: () => Promise<Store>): void {
  const promise = (sentence: string, body: (store: Store) => Promise<void>) =>
    test(`${name}: ${sentence}`, async () => {
      const store = await open()
      try {
        await body(store)
      } finally {
        await store.close()
      }
    })
  const named = (host: string, applicationId: ApplicationId, path = '/'): Domain => ({
    host,
    path,
    applicationId,
    favourite: false,
  })

  promise('a pair of host and path is unique, and found with its application', async (store) => {
    const [one, two] = [await addApplication(store), await addApplication(store)]
    await store.domains.add(named('a.test', one.id))
    await store.domains.add(named('a.test', two.id, '/x'))
    await assert.rejects(store.domains.add(named('a.test', two.id)))
    assert.deepEqual(await store.domains.listAll(), [
      named('a.test', one.id),
      named('a.test', two.id, '/x'),
    ])
    assert.deepEqual(
      await store.domains.find({ host: 'a.test', path: '/' }),
      named('a.test', one.id),
    )
    assert.equal(await store.domains.find({ host: 'a.test', path: '/y' }), undefined)
    assert.equal(await store.domains.remove(two.id, { host: 'a.test', path: '/' }), false)
    assert.equal(await store.domains.remove(one.id, { host: 'a.test', path: '/' }), true)
    assert.deepEqual(await store.domains.listOf(one.id), [])
    assert.deepEqual(await store.domains.listOf(two.id), [named('a.test', two.id, '/x')])
  })

  promise('an application has at most one favourite domain', async (store) => {
    const { id } = await addApplication(store)
    for (const host of ['a.test', 'b.test']) await store.domains.add(named(host, id))
    const favourites = async () =>
      (await store.domains.listOf(id)).filter(({ favourite }) => favourite).map(({ host }) => host)
    await store.domains.setFavourite(id, { host: 'a.test', path: '/' })
    await store.domains.setFavourite(id, { host: 'b.test', path: '/' })
    assert.deepEqual(await favourites(), ['b.test'])
    await store.domains.setFavourite(id, undefined)
    assert.deepEqual(await favourites(), [])
  })

  promise('other owners below a name are found, those beside it are not', async (store) => {
    const { id, ownerId } = await addApplication(store)
    await store.domains.add(named('shop.example.test', id))
    await store.domains.add(named('*.wild.test', id))
    const isBelow = (parent: string, owner: typeof ownerId = 'orga_other') =>
      store.domains.hasOtherOwnerBelow(parent, owner)
    assert.equal(await isBelow('example.test'), true)
    assert.equal(await isBelow('test'), true)
    assert.equal(await isBelow('wild.test'), true)
    assert.equal(await isBelow('example.test', ownerId), false)
    for (const parent of ['shop.example.test', 'ample.test', 'xample.test', 'example.tes', 'x']) {
      assert.equal(await isBelow(parent), false, parent)
    }
    assert.deepEqual(await store.domains.listOwners(['x', 'shop.example.test']), [ownerId])
    assert.deepEqual(await store.domains.listOwners(['x']), [])
  })

  promise('a port of a TCP redirection is unique, and goes with its application', async (store) => {
    const [one, two] = [await addApplication(store), await addApplication(store)]
    const add = (port: number, applicationId: ApplicationId) =>
      store.tcpRedirections.add({ port, namespace: 'default', applicationId })
    await add(30_002, one.id)
    await add(30_001, one.id)
    await add(30_005, two.id)
    await assert.rejects(add(30_001, two.id))
    const ports = () => store.tcpRedirections.listPorts({ from: 30_001, to: 30_004 })
    assert.deepEqual(await ports(), [30_001, 30_002])
    const all = await store.tcpRedirections.listAll()
    assert.deepEqual(
      all.map(({ port, applicationId }) => [port, applicationId]),
      [
        [30_001, one.id],
        [30_002, one.id],
        [30_005, two.id],
      ],
    )
    await store.applications.remove(one.id)
    assert.deepEqual(await ports(), [])
    assert.equal((await store.tcpRedirections.listOf(two.id)).length, 1)
  })
}
