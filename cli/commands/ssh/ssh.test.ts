import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openTypedApi } from '#tests/support/platform/typed-api.ts'
import { runSsh } from './run-ssh.ts'

test('berth ssh: says that no instance runs', async () => {
  await using api = await openTypedApi()
  await api.type('create --type node entered')
  const { err, code } = await api.type('ssh --app entered')
  assert.equal(code, 1)
  assert.match(err, /entered has no running instance\..*berth restart/s)
})

test('berth ssh off and on: change the policy of an application or of its organisation', async () => {
  await using api = await openTypedApi()
  await api.type('create --type node entered')
  const { store } = api.platform
  const bans = () => store.shellBans.listOf({ ownerId: api.account.organisationId })
  assert.equal((await api.type('ssh off --app entered')).out, 'Shells are off for entered.\n')
  assert.deepEqual(await bans(), [])
  assert.match((await api.type('ssh off --everywhere')).out, /^Shells are off for all applications/)
  assert.equal((await bans()).length, 1)
  assert.match((await api.type('ssh on --everywhere')).out, /^Shells are on for all applications/)
  assert.deepEqual(await bans(), [])
})

test('berth ssh: runs the program of the system with the published key, and exits as it exits', async () => {
  await using api = await openTypedApi()
  const programs = join(api.root, 'bin')
  await mkdir(programs, { recursive: true })
  const script = '#!/bin/sh\nprintf "%s\\n" "$@" > "$HOME/words"\nexit 42\n'
  await writeFile(join(programs, 'ssh'), script, { mode: 0o755 })
  const env = { ...api.env, PATH: `${programs}:/usr/bin:/bin` }
  const hostKey = 'ssh-ed25519 AAAA'
  const code = await runSsh({
    terminal: { env, folder: api.root },
    profile: { name: '../odd name' },
    shells: { ssh: 'ssh://ssh@berth.example.test:4002', hostKey },
    target: 'app_x',
    command: '-x "quoted"',
  })
  assert.equal(code, 42)
  const words = (await readFile(join(api.root, 'words'), 'utf8')).trim().split('\n')
  assert.deepEqual(words.slice(-3), ['--', 'app_x@berth.example.test', '-x "quoted"'])
  const file = join(api.root, 'config/berth/known-hosts-..%2Fodd%20name')
  assert.ok(words.includes(`UserKnownHostsFile="${file.replaceAll('%', '%%')}"`))
  assert.equal(await readFile(file, 'utf8'), `berth-shells ${hostKey}\n`)
})

test('berth ssh: a published key that is no key is refused', async () => {
  await using api = await openTypedApi()
  const shells = { ssh: 'ssh://ssh@berth.example.test', hostKey: 'ssh-ed25519 AAAA\n* x' }
  const { env, root: folder } = api
  const profile = { name: 'test' }
  const run = runSsh({
    terminal: { env, folder },
    profile,
    shells,
    target: 'x',
    command: undefined,
  })
  await assert.rejects(run, /something else than a public key/)
})
