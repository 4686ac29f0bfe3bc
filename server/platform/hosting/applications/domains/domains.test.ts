import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteApplication } from '#platform/hosting/applications/delete.ts'
import { recover } from '#platform/hosting/deployments/queue/recover.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import { domainText, ownDomain } from '#platform/model/hosting/domain.ts'
import type { Platform } from '#platform/platform.ts'
import { somebody } from '#tests/support/people/people.ts'
import { newApplication, openTestPlatform } from '#tests/support/platform/platform.ts'
import {
  addDomain,
  favouriteDomain,
  removeDomain,
  setFavouriteDomain,
  unsetFavouriteDomain,
} from './domains.ts'
import { parseDomain } from './parse-domain.ts'
import { proofRecord } from './proof.ts'

const add = (platform: Platform, application: Application, text: string) =>
  addDomain(platform, application, parseDomain(text))
const namesOf = async ({ store }: Platform, { id }: Application) =>
  (await store.domains.listOf(id)).map(domainText)

/** Two applications of the first organisation, and one of another. */
async function openTwoOwners() {
  const setup = await openTestPlatform()
  const { platform, account } = setup
  const other = await somebody(setup)
  return {
    setup,
    platform,
    mine: await newApplication(platform, account.organisationId),
    also: await newApplication(platform, account.organisationId),
    theirs: await newApplication(platform, other.id),
  }
}

test('domains: added and removed ones are in the store and in the route', async () => {
  const { setup, platform, mine } = await openTwoOwners()
  await using _ = setup
  const own = ownDomain(mine.id, 'localhost')
  const routed = () => setup.traffic.routes.get(mine.id)?.domains.map(domainText)
  await add(platform, mine, 'shop.example.org')
  await add(platform, mine, 'shop.example.org/api')
  await add(platform, mine, '*.example.org')
  await add(platform, mine, 'SHOP.example.org.')
  const all = ['*.example.org/', `${own}/`, 'shop.example.org/', 'shop.example.org/api']
  assert.deepEqual(await namesOf(platform, mine), all)
  assert.deepEqual(routed(), all)
  await removeDomain(platform, mine, parseDomain('shop.example.org'))
  assert.deepEqual(routed(), ['*.example.org/', `${own}/`, 'shop.example.org/api'])
  const gone = removeDomain(platform, mine, parseDomain('shop.example.org'))
  await assert.rejects(gone, { details: { reason: 'domain-unknown' } })
  await removeDomain(platform, mine, parseDomain(own))
  await add(platform, mine, own)
})

test('domains: one that somebody has is refused with the same sentence whoever has it', async () => {
  const { setup, platform, mine, also, theirs } = await openTwoOwners()
  await using _ = setup
  await add(platform, mine, 'shop.example.org')
  const sentence = { kind: 'conflict', message: 'The domain shop.example.org/ is already taken.' }
  await assert.rejects(add(platform, also, 'shop.example.org'), sentence)
  await assert.rejects(add(platform, theirs, 'shop.example.org'), sentence)
  await assert.rejects(removeDomain(platform, theirs, parseDomain('shop.example.org')), {
    kind: 'missing',
  })
  await add(platform, also, 'shop.example.org/api')
  await assert.rejects(add(platform, theirs, 'shop.example.org/admin'), /already taken/)
  assert.deepEqual(await namesOf(platform, theirs), [`${ownDomain(theirs.id, 'localhost')}/`])
})

test('domains: a wildcard and the names below it have one owner', async () => {
  const { setup, platform, mine, also, theirs } = await openTwoOwners()
  await using _ = setup
  await add(platform, mine, '*.example.org')
  await add(platform, also, 'shop.example.org')
  for (const name of ['blog.example.org', 'a.b.example.org', '*.a.example.org', '*.example.org']) {
    await assert.rejects(add(platform, theirs, name), /already taken/, name)
  }
  await add(platform, theirs, 'example.org')
  await add(platform, theirs, 'notexample.org')
  await assert.rejects(
    add(platform, mine, '*.notexample.org').then(() => add(platform, theirs, 'x.notexample.org')),
    /taken/,
  )
  await add(platform, theirs, 'x.example.com')
  await assert.rejects(add(platform, mine, '*.example.com'), /already taken/)
  await add(platform, mine, 'y.example.com')
})

test('domains: a free name below the domain of applications has one owner with all below it', async () => {
  const { setup, platform, mine, also, theirs } = await openTwoOwners()
  await using _ = setup
  await add(platform, mine, 'shop.localhost')
  await add(platform, also, 'x.shop.localhost')
  await add(platform, mine, '*.shop.localhost')
  await add(platform, theirs, 'a.b.blog.localhost')
  for (const name of ['y.shop.localhost', '*.y.shop.localhost', 'shop.localhost/x']) {
    await assert.rejects(add(platform, theirs, name), /already taken/, name)
  }
  for (const name of ['blog.localhost', 'c.blog.localhost', '*.blog.localhost']) {
    await assert.rejects(add(platform, mine, name), /already taken/, name)
  }
  await add(platform, theirs, 'myshop.localhost')
})

test('domains: of many who want a name at once, one owner gets it', async () => {
  const { setup, platform, mine, also, theirs } = await openTwoOwners()
  await using _ = setup
  const names = ['race.example.org', 'race.example.org/x', '*.example.org', 'race.example.org/y']
  const requests = names.flatMap((name, place) => {
    const order = place % 2 === 0 ? [mine, theirs, also] : [theirs, also, mine]
    return order.map((application) => ({ application, name }))
  })
  await Promise.allSettled(
    requests.map(({ application, name }) => add(platform, application, name)),
  )
  const owners = await platform.store.domains.listOwners(['race.example.org', '*.example.org'])
  assert.equal(owners.length, 1)
})

test('domains: the favourite is one of the application, and no wildcard', async () => {
  const { setup, platform, mine, theirs } = await openTwoOwners()
  await using _ = setup
  await add(platform, mine, 'shop.example.org/x')
  await add(platform, mine, '*.example.org')
  await assert.rejects(favouriteDomain(platform, mine), {
    details: { reason: 'no-favourite-domain' },
  })
  await setFavouriteDomain(platform, mine, parseDomain(ownDomain(mine.id, 'localhost')))
  await setFavouriteDomain(platform, mine, parseDomain('shop.example.org/x'))
  assert.equal(domainText(await favouriteDomain(platform, mine)), 'shop.example.org/x')
  const unknown = { details: { reason: 'domain-unknown' } }
  await assert.rejects(setFavouriteDomain(platform, mine, parseDomain('a.example.org')), unknown)
  await assert.rejects(
    setFavouriteDomain(platform, theirs, parseDomain('shop.example.org/x')),
    unknown,
  )
  await assert.rejects(setFavouriteDomain(platform, mine, parseDomain('*.example.org')), /wildcard/)
  await unsetFavouriteDomain(platform, mine)
  await assert.rejects(favouriteDomain(platform, mine), { kind: 'missing' })
})

test('domains: a deleted application leaves its domains to others', async () => {
  const { setup, platform, mine, theirs } = await openTwoOwners()
  await using _ = setup
  await add(platform, mine, 'shop.example.org')
  await deleteApplication(platform, mine)
  await add(platform, theirs, 'shop.example.org')
  await assert.rejects(add(platform, mine, 'blog.example.org'), /no application/)
})

test('domains: one stored just before a crash is in the routes after the next start', async () => {
  const { setup, platform, mine } = await openTwoOwners()
  await using _ = setup
  const { traffic } = platform
  const dying = {
    ...platform,
    traffic: { ...traffic, switchTo: () => Promise.reject(new Error()) },
    // A server that has crashed sends nothing again.
    routeRepair: undefined,
  } as unknown as Platform
  await assert.rejects(add(dying, mine, 'shop.example.org'))
  assert.equal(setup.traffic.routes.get(mine.id)?.domains.length, 1)
  await recover(platform, (error) => setup.bugs.push(error))
  const routed = setup.traffic.routes.get(mine.id)?.domains.map(domainText)
  assert.ok(routed?.includes('shop.example.org/'))
})

test('domains: 10,000 of one owner are counted, listed and kept apart from those of others', async () => {
  const { setup, platform, mine, also, theirs } = await openTwoOwners()
  await using _ = setup
  const { store, policies } = platform
  await store.transaction(async (inside) => {
    for (let number = 0; number < 10_000; number += 1) {
      const host = `n${number}.example.org`
      await inside.domains.add({ host, path: '/', applicationId: mine.id, favourite: false })
    }
  })
  policies.quotas.domains = 10_003
  await add(platform, also, '*.example.org')
  await assert.rejects(add(platform, also, 'one.more.example.org'), {
    kind: 'conflict',
    message: /There are 10003 domains already, and 10003 are allowed.*BERTH_QUOTA_DOMAINS/,
  })
  await assert.rejects(add(platform, theirs, 'n5.example.org'), /already taken/)
  assert.equal((await namesOf(platform, mine)).length, 10_001)
})

test('proof: with the setting, a domain is refused until its owner has created the record named', async () => {
  const { setup, platform, mine, also, theirs } = await openTwoOwners()
  await using _ = setup
  const records = new Map<string, string[]>()
  const asked: string[] = []
  const wary: Platform = {
    ...platform,
    policies: { ...platform.policies, domainProof: 'dns' },
    dns: {
      async resolveTxt(name) {
        asked.push(name)
        return records.get(name) ?? []
      },
      resolve: async () => [],
    },
  }
  const record = await proofRecord(mine.ownerId, parseDomain('shop.example.co.uk'))
  assert.equal(record.name, '_berth.example.co.uk')
  await assert.rejects(add(wary, mine, 'shop.example.co.uk'), {
    kind: 'forbidden',
    message: new RegExp(
      `create the DNS record ${record.name} of type TXT with the value ${record.value},`,
    ),
  })
  records.set('_berth.example.co.uk', ['v=spf1', record.value])
  await assert.rejects(add(wary, theirs, 'shop.example.co.uk'), { kind: 'forbidden' })
  await add(wary, mine, 'shop.example.co.uk')
  await add(wary, mine, '*.example.co.uk')
  records.clear()
  asked.splice(0)
  await add(wary, also, 'shop.example.co.uk/api')
  await add(wary, mine, 'shop.localhost')
  assert.deepEqual(asked, [], 'neither a known host nor a free name needs a record')
  const part = await proofRecord(theirs.ownerId, parseDomain('a.b.example.com'))
  records.set('_berth.a.b.example.com', [part.value])
  await add(wary, theirs, 'a.b.example.com')
  await assert.rejects(add(wary, theirs, 'c.b.example.com'), { kind: 'forbidden' })
})

test('proof: a name server that does not answer is said, and nothing is stored', async () => {
  const { setup, platform, mine } = await openTwoOwners()
  await using _ = setup
  const wary: Platform = {
    ...platform,
    policies: { ...platform.policies, domainProof: 'dns' },
    dns: { ...platform.dns, resolveTxt: () => Promise.reject(new Error('ETIMEOUT')) },
  }
  await assert.rejects(add(wary, mine, 'shop.example.org'), { kind: 'unavailable' })
  assert.equal((await namesOf(platform, mine)).length, 1)
})
