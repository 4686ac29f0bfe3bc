import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { systemClock } from '#kit/concurrency/clock.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { testAddons } from '#tests/support/servers/server-access.ts'
import { openBuiltInProviders } from './built-in-providers.ts'
import { readOffers } from './offer.ts'

let api: TestApi
let folder: string
before(async () => {
  api = await openTestApi()
  folder = await mkdtemp(join(tmpdir(), 'berth-own-'))
})
after(async () => {
  await rm(folder, { recursive: true, force: true })
  await api[Symbol.asyncDispose]()
})

/** Registers a real offer with a server whose `--version` prints this; without a text nothing is installed. */
async function offer(name: 'postgresql' | 'redis', id: string, printed?: string) {
  const real = new URL(`../../providers/${name}/offer.json`, import.meta.url)
  const { requires, ...rest } = JSON.parse(await readFile(real, 'utf8'))
  const [programs, installed] = [join(folder, id, 'programs'), join(folder, id, 'lib/2')]
  await mkdir(join(programs, name), { recursive: true })
  await mkdir(join(folder, id, 'lib/10'), { recursive: true })
  if (printed !== undefined) {
    await mkdir(installed, { recursive: true })
    for (const place of [installed, join(folder, id, 'lib/10')]) {
      const text = place === installed ? 'Owls 2.1.0' : printed
      await writeFile(join(place, 'owl'), `#!/bin/sh\necho '${text}'\n`)
      await chmod(join(place, 'owl'), 0o755)
    }
  }
  const found = { ...requires, programs: [join(folder, id, 'lib/*/owl')] }
  await writeFile(
    join(programs, name, 'offer.json'),
    JSON.stringify({ ...rest, id, requires: found }),
  )
  const own = await openBuiltInProviders({
    store: api.platform.store,
    clock: systemClock,
    folder: join(folder, 'kept'),
    programs,
    addonsHost: () => '127.0.0.1',
    ...testAddons(),
    apiUrl: () => 'http://127.0.0.1:9',
    environment: {},
    keyFor: () => Buffer.alloc(32),
    log: () => {},
  })
  await own.close('everything')
  const answer = await fetch(`${api.url}/v4/addon-providers/${id}`)
  return { status: answer.status, body: await answer.json() }
}

const serverOptions = ['do-backup', 'encryption', 'direct-host-only']
const featuresOf = (...names: string[]) => names.map((name) => ({ name, enabled: false }))

test('built-in providers: the version record names the installed server, and clusters for shared plans', async () => {
  const { status, body } = await offer(
    'postgresql',
    'owl-addon',
    'owl (Owls) 15.18 (Debian 15.18-0)',
  )
  assert.equal(status, 200)
  const features = featuresOf(...serverOptions, 'locale', 'restore')
  assert.deepEqual(body, {
    providerId: 'owl-addon',
    clusters: ['par', 'mtl'].map((zone) => ({
      id: `owl-addon-${zone}`,
      label: `owl-addon ${zone}`,
      zone,
      version: '15',
      features,
    })),
    dedicated: { 15: { features } },
    defaultDedicatedVersion: '15',
  })
})

test('built-in providers: one with only dedicated plans has no cluster', async () => {
  const { body } = await offer('redis', 'emu-addon', 'Emu server v=7.0.15 sha=00000000:0 bits=64')
  assert.deepEqual(body, {
    providerId: 'emu-addon',
    clusters: [],
    dedicated: { '7.0': { features: featuresOf(...serverOptions, 'restore') } },
    defaultDedicatedVersion: '7.0',
  })
})

test('built-in providers: one without its server has no version record', async () => {
  assert.equal((await offer('redis', 'jay-addon')).status, 404)
})

test('built-in providers: each offer with a server declares its version format', async () => {
  const parts = (await readOffers()).map(({ id, requires }) => [id, requires?.versionParts])
  assert.deepEqual(Object.fromEntries(parts), {
    // There is one for all, which says none.
    'cellar-addon': undefined,
    'config-provider': undefined,
    'fs-bucket': undefined,
    'mysql-addon': 2,
    'postgresql-addon': 1,
    'redis-addon': 2,
  })
})
