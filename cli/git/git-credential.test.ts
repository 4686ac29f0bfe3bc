import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkout } from '#cli/checkout.ts'
import { startFakePlatform } from '#tests/support/fake-platform.ts'

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
