import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { blocksOf } from '#tests/support/visitors/guide.ts'

test('guide to authentication: its commands work when pasted into a shell', async () => {
  await using berth = await TestBerth.lease()
  const blocks = blocksOf('docs/guides/authentication.md')
    .filter(({ kind }) => kind === 'run')
    .map(({ code }) => code)
  const script = ['set -eu', ...blocks, 'echo', 'echo "REVOKED $API_TOKEN" "USER $USER_TOKEN"']
  const { api, bridge } = berth.addresses
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script.join('\n')], {
    env: { PATH: process.env.PATH, API: api, BRIDGE: bridge, DATA: berth.data },
    timeout: 300_000,
  })
  const selves = stdout.match(new RegExp(`"email":"${berth.admin.email}"`, 'g')) ?? []
  assert.equal(selves.length, 4, `${stdout}\n${stderr}`)
  const token = /REVOKED (\S+)/.exec(stdout)?.[1] ?? assert.fail(stdout)
  const revoked = await fetch(`${bridge}/v2/self`, {
    headers: { authorization: `Bearer ${token}` },
  })
  assert.equal(revoked.status, 401)
})
