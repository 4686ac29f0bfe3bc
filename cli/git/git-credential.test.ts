import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkout } from '#cli/checkout.ts'
import { application, applicationId, startFakePlatform } from '#tests/support/fake-platform.ts'

const launcher = join(checkout, 'bin/berth')

test('git-credential: the secret is given to no other host, and Git is told to quit when there is none', async () => {
  await using platform = await startFakePlatform()
  const ask = (host: string, operation = 'get') =>
    spawnSync(launcher, ['git-credential', '--profile', 'local', operation], {
      env: platform.env,
      input: `protocol=https\nhost=${host}\n\n`,
      encoding: 'utf8',
    })
  const stranger = ask('127.0.0.1:4002')
  assert.equal(stranger.stdout, 'quit=1\n')
  assert.match(stranger.stderr, /Unknown profile 'local'/)
  await platform.type('login --local')
  assert.equal(ask('127.0.0.1:4002').stdout, 'username=token1\npassword=secret1\n')
  assert.equal(ask('example.com').stdout, '')
  assert.equal(ask('127.0.0.1:4002', 'store').stdout, '')
})

test("git-credential: what was accepted is answered by Git's own store until the next login or logout", async () => {
  await using platform = await startFakePlatform()
  const git = (words: string[], input = '') =>
    spawnSync('git', words, { cwd: platform.folder, env: platform.env, input, encoding: 'utf8' })
  const question = 'protocol=https\nhost=127.0.0.1:4002\n\n'
  const answer = 'username=token1\npassword=secret1\n'
  const stored = join(platform.env.XDG_CONFIG_HOME ?? '', 'berth/git-credentials-local')
  await platform.type('login --local')
  git(['init', '--quiet'])
  platform.applications.push(application(applicationId, 'my-site'))
  assert.equal((await platform.type(`link ${applicationId}`)).code, 0)

  const first = git(['credential', 'fill'], question)
  assert.ok(first.stdout.includes(answer), first.stderr)
  git(['credential', 'approve'], first.stdout)
  assert.equal((await stat(stored)).mode & 0o777, 0o600)
  const key = 'credential.https://127.0.0.1:4002.helper'
  const withoutTool = ['-c', `${key}=`, '-c', `${key}=store --file '${stored}'`]
  assert.ok(git([...withoutTool, 'credential', 'fill'], question).stdout.includes(answer))

  // A refusal by the platform makes Git forget it, and ask the tool again.
  git(['credential', 'reject'], first.stdout)
  assert.ok(git(['credential', 'fill'], question).stdout.includes(answer))
  git(['credential', 'approve'], first.stdout)
  await platform.type('login --local')
  await assert.rejects(stat(stored), { code: 'ENOENT' })
  git(['credential', 'approve'], first.stdout)
  await platform.type('logout')
  await assert.rejects(stat(stored), { code: 'ENOENT' })
})
