import assert from 'node:assert/strict'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { newId } from '#kit/text/ids.ts'
import { createOrganisation } from '#platform/identity/accounts/organisations/organisations.ts'
import { addPerson } from '#tests/support/people/named-people.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { newManifest } from '#tests/support/providers/manifest.ts'
import { type FormDriver, seat } from '#tests/support/visitors/form-driver.ts'

let api: TestApi
let service: FormDriver
before(async () => {
  api = await openTestApi()
  const user = await api.platform.store.users.findByEmail(api.account.email)
  service = await seat(api, user?.id ?? 'user_nobody')
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await api[Symbol.asyncDispose]()
})

async function ok(words: string, ...more: string[]) {
  const typed = await service.type(...words.split(' '), ...more)
  assert.equal(typed.code, 0, `${words}: ${typed.err}`)
  return typed
}

async function fails(words: string, ...more: string[]) {
  const typed = await service.type(...words.split(' '), ...more)
  assert.notEqual(typed.code, 0, words)
  return typed.err
}

async function pushed(id: string) {
  await writeFile(join(service.folder, `${id}.json`), JSON.stringify(newManifest(id)))
  return ok(`provider push ${id}.json`)
}

test('berth provider init: writes a manifest once, readable by its owner only, without printing its secrets', async () => {
  const init = 'provider init --id big-crow --base-url https://crow.example/api/resources'
  const { out } = await ok(init)
  const file = join(service.folder, 'manifest.json')
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  const manifest = JSON.parse(await readFile(file, 'utf8'))
  const { password, sso_salt, ...api } = manifest.api
  assert.ok(password.length >= 35 && sso_salt.length >= 35 && password !== sso_salt)
  assert.ok(!out.includes(password) && !out.includes(sso_salt))
  assert.deepEqual(api, {
    config_vars: ['BIG_CROW_URL'],
    regions: ['eu'],
    production: {
      base_url: 'https://crow.example/api/resources',
      sso_url: 'https://crow.example/sso',
    },
    test: {
      base_url: 'http://localhost:8080/api/resources',
      sso_url: 'http://localhost:8080/sso',
    },
  })
  assert.match((await ok('provider check manifest.json')).out, /manifest is valid/)
  assert.match(await fails(init), /already exists, and its secrets may be in use/)
  assert.equal(JSON.parse(await readFile(file, 'utf8')).api.password, password)
  const wrong = await fails('provider init x.json --id Crow! --base-url ftp://crow.example')
  assert.match(wrong, /\n {2}id: .*\n {2}api\.config_vars.*\n {2}api\.production\.base_url: /s)
  await assert.rejects(stat(join(service.folder, 'x.json')))
  assert.match(await fails('provider init'), /--id/)
})

test('berth provider push: creates and updates a provider; reports all problems at once', async () => {
  assert.match((await pushed('wren')).out, /^Created wren \(ALPHA\)\.\n.*plans add wren/)
  assert.match((await pushed('wren')).out, /^Pushed wren \(ALPHA\)/)
  const { api, ...rest } = newManifest('robin')
  const file = join(service.folder, 'robin.json')
  await writeFile(
    file,
    JSON.stringify({ ...rest, api: { ...api, regions: [], config_vars: ['X'] } }),
  )
  assert.match(await fails('provider push robin.json'), /api\.config_vars\[0\]: .*api\.regions: /)
  await writeFile(
    file,
    JSON.stringify({ ...rest, api: { ...api, password: 'twenty-characters-or' } }),
  )
  const warned = await ok('provider push robin.json --format json')
  assert.match(warned.err, /warning api\.password/)
  assert.equal(JSON.parse(warned.out).id, 'robin')
  assert.match(await fails('provider push nothing.json'), /There is no file 'nothing\.json'/)
})

test('berth provider check: agrees with berth provider push on the same platform, and changes nothing', async () => {
  const { api: good, ...rest } = newManifest('siskin')
  const { regions: _, ...regionless } = good
  const far = {
    base_url: 'http://provider.example/resources',
    sso_url: 'http://provider.example/sso',
  }
  const manifests: [unknown, isGood: boolean, said: RegExp][] = [
    // A loopback address, which the settings of this platform allow for providers.
    [{ ...rest, api: good }, true, /^The manifest is valid/],
    [{ ...rest, api: regionless }, false, /^error api\.regions: Give a list of regions/],
    [{ ...rest, api: { ...good, production: far } }, false, /^error api\.production\.base_url/],
    [{ ...rest, website: 'no url', api: good }, false, /^error website: /],
    [{ ...rest, api: { ...good, config_vars: ['SISKIN'] } }, true, /^warning api\.config_vars/],
    [newManifest('postgresql-addon'), false, /^error id: The id postgresql-addon is taken/],
  ]
  const file = join(service.folder, 'siskin.json')
  for (const [manifest, isGood, said] of manifests) {
    await writeFile(file, JSON.stringify(manifest))
    const checked = await service.type('provider', 'check', 'siskin.json')
    assert.match(checked.out, said)
    assert.equal(checked.code === 0, isGood, checked.out)
    assert.equal(await api.platform.store.providers.find('siskin'), undefined)
    const pushed = await service.type('provider', 'push', 'siskin.json')
    assert.equal(pushed.code === 0, isGood, pushed.err)
    assert.equal(/^warning/.test(checked.out), /warning/.test(pushed.err))
    if (isGood) await ok('provider delete siskin --yes')
  }
  await writeFile(file, JSON.stringify({ ...rest, api: good }))
  const offline = await service.type('provider', 'check', 'siskin.json', '--offline')
  assert.deepEqual([offline.code, offline.out.split(':')[0]], [1, 'error api.production.base_url'])
})

test('berth provider check: somebody with several organisations need not choose one, as for a push', async () => {
  const user = await addPerson(api, { name: 'Several' })
  for (const name of ['One', 'Other']) await createOrganisation(api.platform, user.id, { name })
  await using person = await seat(api, user.id)
  await writeFile(join(person.folder, 'finch.json'), JSON.stringify(newManifest('finch')))
  const checked = await person.type('provider', 'check', 'finch.json')
  assert.deepEqual([checked.code, checked.err], [0, ''])
  assert.match(checked.out, /manifest is valid/)
  const named = await person.type('provider', 'check', 'finch.json', '--org', 'Nobody')
  assert.match(named.err, /not a member of an organisation 'Nobody'/)
  const pushed = await person.type('provider', 'push', 'finch.json')
  assert.match(pushed.err, /several organisations/)
})

test('berth provider plans: plans and features are added, changed, listed and removed', async () => {
  await pushed('heron')
  assert.match((await ok('provider plans heron')).out, /No plans yet/)
  await ok('provider features add heron Disk bytes')
  await ok('provider plans add heron big --name Big --price 29,90 --feature', 'Disk=10 GB')
  await ok('provider plans add heron dev --price 0 --feature', 'Type:BOOLEAN_SHARED=Shared')
  assert.equal(
    (await ok('provider plans heron')).out,
    'dev  dev  free           Type: Shared\nbig  Big  29.90 €/month  Disk: 10 GB\n',
  )
  await ok('provider plans set heron BIG --price 25 --slug huge --feature', 'Max users:NUMBER=5')
  const [, huge] = JSON.parse((await ok('provider plans heron -F json')).out)
  assert.deepEqual(
    [huge.slug, huge.price, huge.features.map((one: { value: string }) => one.value)],
    ['huge', 25, ['10 GB', '5']],
  )
  await ok('provider plans set heron huge --drop Disk')
  await ok('provider features remove heron Type')
  assert.equal(
    (await ok('provider plans heron')).out,
    'dev   dev  free\nhuge  Big  25.00 €/month  Max users: 5\n',
  )
  assert.match(
    (await ok('provider features heron')).out,
    /Disk +BYTES +disk-size\nMax users +NUMBER/,
  )
  await ok('provider plans remove heron huge')

  assert.match(await fails('provider plans add heron x --price much'), /number of euros/)
  assert.match(await fails('provider plans add heron x --price 1 --feature y'), /name=value/)
  assert.match(await fails('provider plans add heron x --price 1 --feature Disk=big'), /a size/)
  assert.match(await fails('provider plans remove heron x'), /no plan 'x'\. Its plans: dev\n/)
  assert.match(await fails('provider plans set heron dev'), /Nothing to change/)
  assert.match(await fails('provider plans set heron dev --drop Nothing'), /no feature 'Nothing'/)
  assert.match(await fails('provider features add heron Disk size'), /one of BOOLEAN/)
  assert.match(await fails('provider plans nobody'), /no add-on provider 'nobody'/)
})

test('berth provider: a provider is shown, described and deleted', async () => {
  await pushed('stork')
  await ok(
    'provider update stork --support-email a@b.test --sso-timestamp seconds --short-desc',
    'A bird',
  )
  assert.match(await fails('provider update stork --website nowhere'), /website/)
  assert.match(await fails('provider update stork'), /Nothing to change/)
  const { out } = await ok('provider show stork')
  assert.match(out, /Stage +ALPHA \(in development/)
  assert.match(out, /About +A bird\nSupport +a@b\.test/)
  assert.match((await ok('provider')).out, /stork +The stork +ALPHA +0 plans +orga_/)
  assert.match(await fails('provider delete stork'), /--yes/)
  assert.match((await service.answer('stork\n', 'provider', 'delete', 'stork')).out, /deleted/)
  assert.match(await fails('provider show stork'), /no add-on provider 'stork'/)
})

test('berth provider testers: testers are added and removed; operators change the stage of a provider', async () => {
  const { platform } = api
  const user = await addPerson(api, { name: 'Ada' })
  const { id } = await createOrganisation(platform, user.id, { name: 'Testers' })
  await pushed('kite')
  await ok('provider plans add kite dev --price 0')
  assert.match((await ok('provider testers kite')).out, /No testers yet/)
  await ok(`provider testers add kite ${id}`)
  assert.equal((await ok('provider testers kite')).out, `${id}\n`)
  assert.match(await fails('provider testers add kite ada@example.test'), /berth organisations/)
  assert.match(await fails(`provider testers add kite ${newId('orga')}`), /There is no organ/)
  await ok(`provider testers remove kite ${id}`)

  await using operator = await seat(api, user.id)
  const stage = ['provider', 'stage', 'kite', 'release']
  assert.match((await operator.type(...stage)).err, /Only operators/)
  platform.policies.operators = [user.email]
  assert.equal((await operator.type(...stage)).out, 'kite is now RELEASE.\n')
  assert.match((await operator.type('provider', 'stage', 'kite', 'alpha')).err, /created already/)
  assert.match((await operator.type('provider', 'list', '--all')).out, /kite +The kite +RELEASE/)
  assert.match((await operator.type('provider')).out, /No add-on providers yet/)
})
