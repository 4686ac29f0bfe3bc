import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkout } from '#cli/checkout.ts'
import { credentials } from '#tests/support/fake-api.ts'
import { type FakePlatform, startFakePlatform } from '#tests/support/fake-platform.ts'

const launcher = join(checkout, 'bin/berth')

const berth = ({ folder, env }: FakePlatform, args: string[], input = '') =>
  new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    const child = spawn(launcher, args, { cwd: folder, env: { ...env, TMPDIR: env.HOME } })
    const said = { out: '', err: '' }
    child.stdout.on('data', (text) => (said.out += text))
    child.stderr.on('data', (text) => (said.err += text))
    child.on('close', (code) => resolve({ code, ...said }))
    child.stdin.end(input)
  })

test('berth curl: calls the API as the user and passes arguments and standard input to curl', async () => {
  await using platform = await startFakePlatform()
  await platform.type('login --local')
  platform.api.answers.unshift([/^PUT \/v2\/echo$/, ({ body }) => body])
  const { code, out } = await berth(
    platform,
    ['curl', '/v2/echo', '-s', '-X', 'PUT', '-d', '@-'],
    '{"a":1}',
  )
  assert.equal(code, 0)
  assert.deepEqual(JSON.parse(out), { a: 1 })
})

test('berth curl: the secret is neither in the process list nor on the disk', async () => {
  await using platform = await startFakePlatform()
  await platform.type('login --local')
  let seen: string[] = []
  platform.api.answers.unshift([
    /^GET \/v2\/slow$/,
    () => async (response: ServerResponse) => {
      const lines = (await readdir('/proc')).map((name) =>
        readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => ''),
      )
      seen = (await Promise.all(lines)).filter((line) => line.includes(platform.api.url))
      response.end('{}')
    },
  ])
  assert.equal((await berth(platform, ['curl', '/v2/slow'])).code, 0)
  assert.ok(seen.some((line) => line.startsWith('curl\0')))
  assert.ok(!seen.some((line) => line.includes(credentials.secret)))
  assert.deepEqual((await readdir(platform.root)).sort(), ['config', 'data', 'my-site'])
})

test('berth curl: exits with the exit code of curl', async () => {
  await using platform = await startFakePlatform()
  await platform.type('login --local')
  const failed = await berth(platform, ['curl', '/v2/nothing', '--fail'])
  assert.deepEqual([failed.code, failed.out], [22, ''])
  assert.match(failed.err, /^curl: \(22\) .*404\n$/)
  const { code, err } = await berth(platform, ['curl', 'https://example.com/'])
  assert.equal(code, 1)
  assert.match(err, /Pass a URL of|credentials are only sent there/)
})

test('berth curl: prints only the response, without a progress meter', async () => {
  await using platform = await startFakePlatform()
  await platform.type('login --local')
  const { code, out, err } = await berth(platform, ['curl', '/v2/self'])
  assert.deepEqual([code, err], [0, ''])
  assert.equal(JSON.parse(out).email, 'dev@example.test')
  const named = await berth(platform, ['--profile', 'other', 'curl', '/v2/self'])
  assert.match(named.err, /Unknown profile 'other'/)
})
