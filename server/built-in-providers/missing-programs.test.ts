import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { systemClock } from '#kit/concurrency/clock.ts'
import { createProviderClient } from '#outbound/providers/provider-client.ts'
import { openWorld } from '#tests/support/platform/world.ts'
import { testAddons } from '#tests/support/servers/server-access.ts'
import { openBuiltInProviders } from './built-in-providers.ts'
import type { OperatorChoice } from './operator-choice.ts'
import { searchPrograms } from './search-programs.ts'

test('built-in providers: one without its programs says what to install, and is not called', async (t) => {
  await using world = await openWorld()
  const folder = await mkdtemp(join(tmpdir(), 'berth-own-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const [programs, kept] = [join(folder, 'programs'), join(folder, 'kept')]
  await mkdir(join(programs, 'owls'), { recursive: true })
  const real = new URL('../../providers/configuration/offer.json', import.meta.url)
  const offer = {
    ...JSON.parse(await readFile(real, 'utf8')),
    id: 'owl-addon',
    name: 'Owls',
    requires: { programs: [join(folder, 'lib/*/owl')], package: 'owls' },
  }
  await writeFile(join(programs, 'owls/offer.json'), JSON.stringify(offer))

  const open = () =>
    openBuiltInProviders({
      store: world.store,
      clock: systemClock,
      folder: kept,
      programs,
      addonsHost: () => '127.0.0.1',
      ...testAddons(),
      apiUrl: () => 'http://127.0.0.1:9',
      environment: {},
      keyFor: () => Buffer.alloc(32),
      log: () => {},
    })
  const shown = async () => (await world.store.providers.find('owl-addon')) ?? assert.fail()
  const own = await open()
  const install = 'Owls is not installed on this machine: as root, apt-get install owls.'
  assert.equal((await shown()).presentation.shortDesc, `Not available: ${install}`)
  const { api } = (await shown()).manifest
  const near = createProviderClient({ allowed: 'loopback', authorities: [] })
  const credentials = { id: 'owl-addon', password: api.password }
  const url = api.production.base_url
  await assert.rejects(
    own.around(near, near).call({ method: 'POST', url, credentials, timeout: 300_000 }),
    { fate: 'unsent', message: install },
  )
  await own.close('everything')

  await mkdir(join(folder, 'lib/2'), { recursive: true })
  await writeFile(join(folder, 'lib/2/owl'), '')
  await (await open()).close('everything')
  assert.equal((await shown()).presentation.shortDesc, offer.shortDesc)
  assert.equal((await shown()).manifest.api.password, api.password)
})

test('built-in providers: one whose program no package has says what the operator does, who may name another program or a server', async () => {
  const lacking = '/nowhere/versitygw'
  const search = async (choice: OperatorChoice) => {
    const choices = new Map([['cellar-addon', choice]])
    const searched = await searchPrograms({ choices, install: () => assert.fail('installs') })
    const { found } = searched.find(({ offer }) => offer.id === 'cellar-addon') ?? assert.fail()
    return found
  }
  const { isInstalled, missing } = await search({ handover: {}, programs: [lacking] })
  assert.equal(isInstalled, false)
  assert.match(missing ?? '', /go install github\.com\/versity\/versitygw.*or name a server/)
  const own = await search({ handover: {}, programs: [lacking, process.execPath] })
  const named = await search({ handover: {}, programs: [] })
  for (const { isInstalled, missing } of [own, named])
    assert.deepEqual([isInstalled, missing], [true, undefined])
})
