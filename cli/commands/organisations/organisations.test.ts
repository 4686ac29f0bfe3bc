import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createApplication } from '#platform/hosting/applications/applications.ts'
import { addPerson } from '#tests/support/people/named-people.ts'
import { pictures } from '#tests/support/pictures.ts'
import { openTestApi } from '#tests/support/platform/api.ts'
import { seat } from '#tests/support/visitors/form-driver.ts'

test('berth organisations: an organisation is created, listed, shown, renamed and deleted', async () => {
  await using api = await openTestApi()
  await using ada = await seat(api, (await addPerson(api, { name: 'Ada' })).id)
  assert.match((await ada.type('organisations')).out, /No organisations yet/)
  assert.match(
    (await ada.type('organisations', 'get')).err,
    /You are not a member of any organisation/,
  )

  const created = await ada.type('organisations', 'create', 'Engines & Co')
  const [, id = ''] = /^Created Engines & Co \((orga_[^)]+)\)\.\n$/.exec(created.out) ?? []
  assert.notEqual(id, '', created.err)
  assert.equal((await ada.type('organisations')).out, `Engines & Co  ${id}  ADMIN\n`)
  const renamed = await ada.type('organisations', 'rename', 'Engines')
  assert.equal(renamed.out, 'Renamed Engines & Co to Engines.\n')
  const json = await ada.type('organisations', 'list', '--format', 'json')
  assert.deepEqual(JSON.parse(json.out), [{ id, name: 'Engines', role: 'ADMIN' }])
  const shown = (await ada.type('organisations', 'get', '--org', 'Engines')).out
  assert.equal(shown, `Name  Engines\nId    ${id}\n`)

  assert.match((await ada.type('organisations', 'delete')).err, /--yes/)
  const wrong = await ada.answer('engines\n', 'organisations', 'delete')
  assert.deepEqual([wrong.code, /Nothing was done/.test(wrong.err)], [1, true])
  const deleted = await ada.answer('Engines\n', 'organisations', 'delete')
  assert.equal(deleted.out, `Deleted the organisation Engines (${id}).\n`)
  assert.match(deleted.err, /Type 'Engines' to permanently delete the organisation Engines \(orga_/)
  assert.match((await ada.type('organisations')).out, /No organisations yet/)
})

test('berth organisations delete: lists what the organisation still owns', async () => {
  await using api = await openTestApi()
  await using ada = await seat(api, (await addPerson(api, { name: 'Ada' })).id)
  const { id } = JSON.parse(
    (await ada.type('organisations', 'create', 'Engines', '--format', 'json')).out,
  )
  const type = api.platform.runtimes[0]?.type ?? ''
  const request = { name: 'web', type, zone: 'par', environment: {} }
  await createApplication(api.platform, id, request)
  assert.match((await ada.type('organisations', 'get')).out, /Applications +web/)
  const { code, err } = await ada.type('organisations', 'delete', '--yes')
  assert.equal(code, 1)
  assert.match(err, /Engines still owns the application web/)
})

test('berth organisations avatar: uploads a picture from a file', async () => {
  await using api = await openTestApi()
  await using ada = await seat(api, (await addPerson(api, { name: 'Ada' })).id)
  await ada.type('organisations', 'create', 'Engines')
  await writeFile(join(ada.folder, 'logo.png'), pictures['image/png'])
  await writeFile(join(ada.folder, 'page.png'), '<html>')
  const given = await ada.type('organisations', 'avatar', 'logo.png')
  assert.match(given.out, /^The picture of Engines is at https:\/\/api\.example\.test\/avatars\//)
  assert.match((await ada.type('organisations', 'avatar', 'page.png')).err, /Not a picture/)
  assert.match((await ada.type('organisations', 'avatar', 'none.png')).err, /cannot be read/)
})

test('berth organisations: with several organisations --org is required; a personal space does not count', async () => {
  await using api = await openTestApi()
  await using ada = await seat(api, (await addPerson(api, { name: 'Ada' })).id)
  for (const name of ['One', 'Two']) await ada.type('organisations', 'create', name)
  assert.match((await ada.type('organisations', 'rename', 'x')).err, /pass --org/)
  assert.match((await ada.type('members', '--org', 'Ada')).err, /personal space/)
  const { out } = await ada.type('organisations', 'rename', 'Three', '--org', 'Two')
  assert.equal(out, 'Renamed Two to Three.\n')
})
