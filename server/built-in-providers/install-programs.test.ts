import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { systemClock } from '#kit/concurrency/clock.ts'
import { createProviderClient } from '#outbound/providers/provider-client.ts'
import { provisionRequest } from '#protocol/provision-request.ts'
import { FakeAptGet } from '#tests/support/faults/fake-apt-get.ts'
import { openWorld, type World } from '#tests/support/platform/world.ts'
import { testAddons } from '#tests/support/servers/server-access.ts'
import { databaseInstaller } from '#wiring/packages/system-packages.ts'
import type { BuiltInProvidersOptions } from './built-in-provider.ts'
import { openBuiltInProviders } from './built-in-providers.ts'
import type { InstallPackage } from './required-programs.ts'

const configuration = join(import.meta.dirname, '../../providers/configuration')

/** A provider whose server is not installed, and an owner who orders an add-on of it. */
async function ownerOfOwls(
  t: TestContext,
  world: World,
  folder: string,
  options: Pick<BuiltInProvidersOptions, 'install' | 'installTimeout'>,
) {
  const programs = join(folder, 'programs')
  await mkdir(join(programs, 'owls'), { recursive: true })
  const offer = {
    ...JSON.parse(await readFile(join(configuration, 'offer.json'), 'utf8')),
    id: 'owl-addon',
    name: 'Owls',
    requires: { programs: [join(folder, 'lib/*/owl')], package: 'owl-server', service: 'owl' },
  }
  await writeFile(join(programs, 'owls/offer.json'), JSON.stringify(offer))
  await writeFile(join(programs, 'owls/main.ts'), `import '${configuration}/main.ts'\n`)
  const lines: string[] = []
  const own = await openBuiltInProviders({
    store: world.store,
    clock: systemClock,
    folder: join(folder, 'kept'),
    programs,
    addonsHost: () => '127.0.0.1',
    ...testAddons(),
    apiUrl: () => 'http://127.0.0.1:9',
    environment: {},
    keyFor: () => Buffer.alloc(32),
    log: () => {},
    ...options,
    report: (addonId, line) => lines.push(`${addonId}: ${line}`),
  })
  t.after(() => own.close('everything'))
  const { manifest, presentation } =
    (await world.store.providers.find('owl-addon')) ?? assert.fail()
  const near = createProviderClient({ allowed: 'loopback', authorities: [] })
  const order = (addon_id: string) =>
    own.around(near, near).call({
      method: 'POST',
      url: manifest.api.production.base_url,
      timeout: 300_000,
      credentials: { id: 'owl-addon', password: manifest.api.password },
      body: provisionRequest({
        addon_id,
        owner_id: 'orga_1',
        owner_name: 'x',
        user_id: 'user_1',
        plan: 'std',
        callback_url: 'https://x.test/',
        options: {},
        logplex_token: 't',
      }),
    })
  return { order, lines, shown: presentation.shortDesc, offered: offer.shortDesc }
}

async function ownFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'berth-owls-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const settingsFor = (path: string, installPackages: boolean) => ({
  installPackages,
  engine: 'process' as const,
  machine: { path, proxies: {} },
})

test('built-in providers: the first order installs the server, and reports progress in the add-on’s log', async (t) => {
  await using world = await openWorld()
  const folder = await ownFolder(t)
  const fake = await FakeAptGet.make(join(folder, 'bin'), {
    programs: { [join(folder, 'lib/2/owl')]: '/usr/bin/true' },
    isFresh: true,
  })
  const install = databaseInstaller(settingsFor(fake.path, true))
  const { order, lines, shown, offered } = await ownerOfOwls(t, world, folder, { install })
  assert.equal(shown, offered)
  assert.equal((await order('addon_1')).status < 300, true)
  assert.deepEqual(lines, [
    'addon_1: Owls is not on this machine yet: installing owl-server with apt-get',
    'addon_1: E: Unable to locate package',
    'addon_1: Setting up the packages',
    'addon_1: Owls is installed',
  ])
  assert.equal((await order('addon_2')).status < 300, true)
  const installs = (await fake.calls()).filter((call) => / install -- owl-server$/.test(call))
  assert.equal(installs.length, 2, 'once before the update and once after it')
})

test('built-in providers: a failed installation rejects the order with the message of apt-get', async (t) => {
  await using world = await openWorld()
  const folder = await ownFolder(t)
  const error = 'E: Unable to fetch some archives'
  const fake = await FakeAptGet.make(join(folder, 'bin'), { programs: {}, error })
  const install = databaseInstaller(settingsFor(fake.path, true))
  const { order, lines } = await ownerOfOwls(t, world, folder, { install })
  await assert.rejects(order('addon_1'), {
    fate: 'unsent',
    message: `Owls could not be installed (${error}). Owls is not installed on this machine: as root, apt-get install owl-server.`,
  })
  assert.equal(lines.at(-1), `addon_1: Owls could not be installed: ${error}`)
})

test('built-in providers: an order that waits too long is retried, and then finds the server installed', async (t) => {
  await using world = await openWorld()
  const folder = await ownFolder(t)
  const isDone = Promise.withResolvers<void>()
  const install: InstallPackage = async () => {
    await mkdir(join(folder, 'lib/2'), { recursive: true })
    await writeFile(join(folder, 'lib/2/owl'), '')
    await isDone.promise
    return undefined
  }
  const { order } = await ownerOfOwls(t, world, folder, { install, installTimeout: 50 })
  const wanted = { fate: 'lost', message: 'Owls is still being installed.' }
  await assert.rejects(order('addon_1'), wanted)
  await assert.rejects(order('addon_1'), wanted, 'its programs are there before it is set up')
  isDone.resolve()
  assert.equal((await order('addon_1')).status < 300, true)
})

test('built-in providers: nothing is installed where the operator forbids it', async () => {
  assert.equal(databaseInstaller(settingsFor(process.env.PATH ?? '', false)), undefined)
})
