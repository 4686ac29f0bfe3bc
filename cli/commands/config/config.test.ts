import assert from 'node:assert/strict'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { settingNames } from '#cli/applications/settings.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { type } from '#tests/support/captured-terminal.ts'
import { addPerson } from '#tests/support/people/named-people.ts'
import { openTestApi } from '#tests/support/platform/api.ts'
import { seat } from '#tests/support/visitors/form-driver.ts'

/** A user with the application `web`, linked to the folder. */
async function openOne() {
  const api = await openTestApi()
  const ada = await seat(api, (await addPerson(api, { name: 'Ada' })).id)
  const created = await ada.type('create', '--type', 'node', 'web')
  assert.equal(created.code, 0, created.err)
  const json = async (...words: string[]) => {
    const { out, err } = await ada.type(...words, '--format', 'json')
    assert.equal(err, '')
    return JSON.parse(out)
  }
  return {
    ada,
    json,
    async [Symbol.asyncDispose]() {
      await ada[Symbol.asyncDispose]()
      await api[Symbol.asyncDispose]()
    },
  }
}

test('berth config: every setting is shown, changed and shown again', async () => {
  await using setup = await openOne()
  const { ada, json } = setup
  assert.deepEqual(Object.keys(await json('config')), settingNames)
  const changes = {
    name: 'shop',
    description: 'The shop',
    branch: 'main',
    'build-flavor': 'XS',
    'zero-downtime': false,
    'sticky-sessions': true,
    'cancel-on-push': true,
    'force-https': true,
    task: true,
  }
  assert.deepEqual(Object.keys(changes), settingNames, 'each setting is tried')
  for (const [name, value] of Object.entries(changes)) {
    assert.notEqual((await json('config', 'get', name)).value, value)
    assert.deepEqual(await json('config', 'set', name, String(value)), { name, value })
    assert.equal((await ada.type('config', 'get', name)).out, `${value}\n`)
  }
  assert.deepEqual(await json('config', 'list'), changes)
  const off = await ada.type('config', 'set', 'force-https', 'off')
  assert.equal(off.out, "Set force-https of shop to 'false'. It applies at once.\n")
  assert.deepEqual(await json('config', 'set', 'build-flavor', 'disabled'), {
    name: 'build-flavor',
    value: 'disabled',
  })
})

test('berth config set: an unknown setting, an invalid value and a taken name are refused', async () => {
  await using setup = await openOne()
  const { ada } = setup
  await ada.type('create', '--type', 'node', 'shop', '--alias', 'other')
  const set = async (...words: string[]) => {
    const { code, err } = await ada.type('config', 'set', ...words, '--alias', 'web')
    assert.equal(code, 1)
    return err
  }
  assert.match(
    await set('force-http', 'true'),
    /no setting 'force-http'.*Did you mean 'force-https'/,
  )
  assert.match(await set('DATABASE_URL', 'x'), /`berth env set` sets variables/)
  assert.match(await set('force-https', 'maybe'), /Invalid force-https 'maybe': use true or false/)
  assert.match(await set('build-flavor', 'huge'), /huge/)
  assert.match(await set('name', 'shop'), /already has an application 'shop'/)
})

test('berth config update: changes several settings in one call', async () => {
  await using setup = await openOne()
  const { ada, json } = setup
  const words = ['--description', 'x', '--enable-force-https', '--disable-zero-downtime']
  assert.deepEqual(await json('config', 'update', ...words), {
    description: 'x',
    'zero-downtime': false,
    'force-https': true,
  })
  assert.equal((await ada.type('config', 'update')).code, 2)
  const both = await ada.type('config', 'update', '--enable-task', '--disable-task')
  assert.match(both.err, /either --enable-task or --disable-task/)
})

test('berth rename and make-default: the link of the folder follows', async () => {
  await using setup = await openOne()
  const { ada, json } = setup
  assert.match((await ada.type('rename', 'shop')).out, /^Renamed web \(app_[^)]+\) to shop\.\n$/)
  const links = async () => JSON.parse(await readFile(join(ada.folder, '.berth.json'), 'utf8'))
  const [{ name, alias }] = (await links()).apps
  assert.deepEqual([name, alias], ['shop', 'web'])

  await ada.type('create', '--type', 'node', 'staging')
  assert.match((await ada.type('status')).err, /Several.*--alias, or for always with `berth make-/)
  assert.match((await ada.type('make-default', 'nothing')).err, /as 'nothing' \(linked: web, stag/)
  assert.match((await ada.type('make-default', 'staging')).out, /^Commands in this folder are now/)
  assert.equal((await json('status')).name, 'staging')
  assert.equal((await json('status', '--alias', 'web')).name, 'shop')
})

test('berth env import-vars: takes values from the shell, all or none', async () => {
  await using setup = await openOne()
  const { ada, json } = setup
  Object.assign(ada.env, { API_KEY: 'k y', API_SECRET: 's=1' })
  await ada.type('env', 'set', 'KEPT=1')
  const missing = await ada.type('env', 'import-vars', 'API_KEY,NONE,NOTHING')
  assert.match(missing.err, /^NONE and NOTHING are not set in this shell\. Nothing was changed\./)
  const { out } = await ada.type('env', 'import-vars', 'API_KEY,API_SECRET')
  assert.equal(out, 'Set API_KEY and API_SECRET. Run `berth restart` to apply the change to web.\n')
  assert.deepEqual((await json('env')).env, [
    { name: 'API_KEY', value: 'k y' },
    { name: 'API_SECRET', value: 's=1' },
    { name: 'KEPT', value: '1' },
  ])
})

test('berth env pull: writes a private file that env import reads back, and says whether Git ignores it', async () => {
  await using setup = await openOne()
  const { ada, json } = setup
  await ada.type('env', 'set', 'A=one\ntwo "$x"')
  await ada.type('create', '--type', 'node', 'api', '--alias', 'api')
  await ada.type('published-config', 'set', 'A=hidden', 'API_URL=https://api', '--alias', 'api')
  await ada.type('service', 'link-app', 'api', '--alias', 'web')
  const pull = (...words: string[]) => ada.type('env', 'pull', ...words, '--alias', 'web')
  await runOrThrow(['git', 'init', '-q', ada.folder])
  const exposed = await pull()
  assert.match(exposed.out, /^Wrote 2 variables of web to \.env\.\nGit does not ignore \.env/)
  const file = join(ada.folder, '.env')
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  const text = await readFile(file, 'utf8')
  assert.match(text, /^A=.*\n\n# From the application api\nAPI_URL=.*\n$/s)
  assert.doesNotMatch(text, /hidden/)

  assert.match((await pull()).err, /'\.env' exists\. Pass --force/)
  await writeFile(join(ada.folder, '.gitignore'), '.env*\n')
  assert.equal((await pull('--own', '--force')).out, 'Wrote 1 variable of web to .env.\n')
  const before = (await json('env', '--alias', 'web')).env
  await ada.type('env', 'rm', 'A', '--alias', 'web')
  const words = ['env', 'import', '--yes', '--alias', 'web']
  await type(words, { ...ada, stdin: await readFile(file, 'utf8') })
  assert.deepEqual((await json('env', '--alias', 'web')).env, before)
})
