import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseOwnerId } from '#platform/model/ids.ts'
import { addPerson } from '#tests/support/people/named-people.ts'
import { openTestApi } from '#tests/support/platform/api.ts'
import { type FormDriver, seat } from '#tests/support/visitors/form-driver.ts'

const idIn = (text: string) => /orga_[0-9a-f-]{36}/.exec(text)?.[0] ?? ''

/** A user with the organisations One and Two. */
async function openTwo() {
  const api = await openTestApi()
  const ada = await seat(api, (await addPerson(api, { name: 'Ada' })).id)
  const create = async (name: string) => idIn((await ada.type('organisations', 'create', name)).out)
  const [one, two] = [await create('One'), await create('Two')]
  return {
    api,
    ada,
    one,
    two,
    async [Symbol.asyncDispose]() {
      await ada[Symbol.asyncDispose]()
      await api[Symbol.asyncDispose]()
    },
  }
}

const createdIn = async (ada: FormDriver, name: string, ...options: string[]) => {
  const { out, err } = await ada.type('create', '--type', 'node', name, ...options)
  return / in (.+), zone/.exec(out)?.[1] ?? err
}

test('organisation of a command: --org, BERTH_ORG, the default, the only one; the linked folder only for what is made in it', async () => {
  await using setup = await openTwo()
  const { ada, one, two } = setup
  const where = (...options: string[]) => ada.type('organisations', 'rename', 'Two', ...options)
  assert.match((await where()).err, /several organisations: pass --org, or set a default/)
  assert.match(await createdIn(ada, 'first'), /several organisations/)

  const used = await ada.type('organisations', 'use', 'Two')
  assert.equal(used.out, `Two (${two}) is now the default organisation.\n`)
  assert.match((await ada.type('organisations')).out, new RegExp(`Two +${two} +ADMIN +default\\n`))
  assert.match((await ada.type('organisations', 'use')).out, /from `berth organisations use`/)
  assert.match((await ada.type('organisations', 'get')).out, /Name +Two/)

  const link = { app_id: 'app_1', org_id: one, name: 'x', alias: 'x', deploy_url: 'x' }
  const links = join(ada.folder, '.berth.json')
  await writeFile(links, JSON.stringify({ apps: [link] }))
  assert.equal(await createdIn(ada, 'second'), 'One')
  assert.match((await ada.type('organisations', 'get')).out, /Name +Two/)
  const here = /linked to an application of One \(orga_[^)]+\): here `berth create`.*use that one/
  assert.match((await ada.type('organisations', 'use')).out, /^Two .*`berth organisations use`\./)
  assert.match((await ada.type('organisations', 'use')).out, here)
  assert.match((await ada.type('organisations', 'use', 'Two')).out, here)
  const { overriddenBy } = JSON.parse(
    (await ada.type('organisations', 'use', 'Two', '--format', 'json')).out,
  )
  assert.deepEqual(overriddenBy, { source: 'link', id: one, name: 'One' })
  assert.doesNotMatch((await ada.type('organisations', 'use', 'One')).out, here)
  await ada.type('organisations', 'use', '--clear')
  assert.match((await where()).err, /several organisations: pass --org/)
  await ada.type('organisations', 'use', 'Two')

  ada.env.BERTH_ORG = 'Two'
  assert.match((await ada.type('organisations', 'use')).out, /^Two .*from BERTH_ORG\.\n$/)
  assert.match(
    (await ada.type('organisations', 'use', 'One')).out,
    /BERTH_ORG overrides it in this shell: commands use Two/,
  )
  assert.equal(await createdIn(ada, 'third'), 'Two')
  assert.equal(await createdIn(ada, 'fourth', '--org', 'One'), 'One')
  ada.env.BERTH_ORG = 'Three'
  assert.match(
    await createdIn(ada, 'fifth'),
    /not a member of an organisation 'Three' \(BERTH_ORG\)\.\n {2}orga_/,
  )
})

test('organisation of a command: a link to an unknown owner is ignored, and the default can be cleared', async () => {
  await using setup = await openTwo()
  const { ada, two } = setup
  const link = { app_id: 'app_1', org_id: 'orga_x', name: 'x', alias: 'x', deploy_url: 'x' }
  await writeFile(join(ada.folder, '.berth.json'), JSON.stringify({ apps: [link] }))
  await ada.type('organisations', 'use', two)
  assert.match((await ada.type('organisations', 'get')).out, /Name +Two/)
  await ada.type('organisations', 'use', '--clear')
  assert.match((await ada.type('organisations', 'get')).err, /several organisations/)
  await ada.type('organisations', 'use', 'Two')
  await ada.type('organisations', 'delete', '--yes')
  assert.match(
    (await ada.type('create', '--type', 'node', 'y')).err,
    /no longer a member of your default organisation/,
  )
})

test('commands about an organisation: none takes it from the linked folder', async () => {
  await using setup = await openTwo()
  const { ada, one } = setup
  const link = { app_id: 'app_1', org_id: one, name: 'x', alias: 'x', deploy_url: 'x' }
  await writeFile(join(ada.folder, '.berth.json'), JSON.stringify({ apps: [link] }))
  for (const line of [
    'organisations get',
    'organisations rename X',
    'organisations delete --yes',
    'members',
    'members invite eve@example.test',
    'members remove eve@example.test',
    'members leave --yes',
    'audit',
    'usage',
    'usage alerts',
    'invoices',
    'invoices address --city Paris',
    'certificates',
    'top --once',
    'oauth-consumers create Board --base-url https://board.test',
  ]) {
    const { code, err } = await ada.type(...line.split(' '))
    assert.deepEqual([code, /several organisations: pass --org/.test(err)], [1, true], line)
  }
})

test('organisation of a command: an ambiguous application name resolves within the default organisation', async () => {
  await using setup = await openTwo()
  const { ada, two } = setup
  for (const org of ['One', 'Two'])
    await ada.type('create', '--type', 'node', 'web', '--org', org, '--alias', org)
  assert.match((await ada.type('status', '--app', 'web')).err, /Several applications are named/)
  ada.env.BERTH_ORG = 'Two'
  const { out } = await ada.type('status', '--app', 'web', '--format', 'json')
  const [inTwo] = await setup.api.platform.store.applications.listOf(parseOwnerId(two))
  assert.equal(JSON.parse(out).id, inTwo?.id)
})

test('berth addon providers: needs no organisation', async () => {
  await using setup = await openTwo()
  const { ada } = setup
  assert.equal((await ada.type('addon', 'providers')).code, 0)
  assert.match((await ada.type('addon', 'providers', 'show', 'x')).err, /no add-on provider 'x'/)
})

test('berth organisations create: refuses the name of another organisation or of the personal space', async () => {
  await using setup = await openTwo()
  const { ada } = setup
  const second = await ada.type('organisations', 'create', 'One')
  assert.match(second.err, /already has the organisation 'One'\. Use another name, such as 'One-2'/)
  assert.match((await ada.type('organisations', 'create', 'Ada')).err, /the personal space 'Ada'/)
  const renamed = await ada.type('organisations', 'rename', 'Ada', '--org', 'One')
  assert.match(renamed.err, /the personal space 'Ada'/)
  assert.equal((await ada.type('organisations', 'create', 'One', '--allow-duplicate')).code, 0)
})

test('bootstrap: the first organisation and the personal space have different names', async () => {
  await using api = await openTestApi()
  const { store } = api.platform
  const organisation = await store.organisations.find(api.account.organisationId)
  const user = await store.users.findByEmail(api.account.email)
  assert.notEqual(organisation?.name, user?.name)
})
