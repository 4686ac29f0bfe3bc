import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type FakePlatform, startFakePlatform } from '#tests/fake-platform.ts'

const launcher = fileURLToPath(import.meta.resolve('#cli/main.ts')).replace(
  'cli/main.ts',
  'bin/berth',
)

const berth = ({ folder, env }: FakePlatform, args: string[], input = '') =>
  new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    const child = spawn(launcher, args, { cwd: folder, env: { ...env, TMPDIR: env.HOME } })
    const said = { out: '', err: '' }
    child.stdout.on('data', (text) => (said.out += text))
    child.stderr.on('data', (text) => (said.err += text))
    child.on('close', (code) => resolve({ code, ...said }))
    child.stdin.end(input)
  })

test('curl calls the API as the user; its arguments and standard input are its own', async () => {
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

test('the secret shows up neither among the processes nor on the disk', async () => {
  await using platform = await startFakePlatform()
  await platform.type('login --local')
  let seen = ''
  platform.api.answers.unshift([
    /^GET \/v2\/slow$/,
    () => async (response: import('node:http').ServerResponse) => {
      for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name)))
        seen += await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      response.end('{}')
    },
  ])
  const { code } = await berth(platform, ['curl', '/v2/slow'])
  assert.equal(code, 0)
  assert.match(seen, /curl\0--config\0\/dev\/fd\/3/)
  assert.ok(!seen.includes('secret1'))
  assert.deepEqual((await readdir(join(platform.root))).sort(), [
    '.cache',
    'config',
    'data',
    'my-site',
  ])
})

test('the exit code is that of curl', async () => {
  await using platform = await startFakePlatform()
  await platform.type('login --local')
  assert.equal((await berth(platform, ['curl', '/v2/nothing', '--fail', '-s'])).code, 22)
  const { code, err } = await berth(platform, ['curl', 'https://example.com/'])
  assert.equal(code, 1)
  assert.match(err, /Name an address of|your credentials stay there/)
})
