import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, stat } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { settingList } from '#settings/setting-list.ts'
import { leftOf } from '#tests/support/engine/machine.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { refusedStart, runServer } from '#tests/support/platform/refused-start.ts'

/** Invalid settings: each start exits with code 2 and a message, and leaves nothing running. */
let berth: TestBerth

before(async () => {
  berth = await TestBerth.start()
  await berth.signal('SIGINT')
})
after(() => berth?.[Symbol.asyncDispose]())

test('bad settings: wrong values and unknown settings are all reported at once', async () => {
  const data = join(berth.folder, 'never')
  const lines = await refusedStart({
    BERTH_DATA: data,
    BERTH_API_PORT: '70000',
    BERTH_BIND: 'everywhere',
    BERTH_STOP_GRACE: 'soon',
    BERTH_PUSH_LIMIT: '-1',
    BERTH_ENGINE: 'steam',
    BERTH_ADMIN_EMAIL: 'nobody',
    BERTH_API_URL: 'ftp://example.test',
    BERTH_PORT: '80',
  })
  const names = ['API_PORT', 'BIND', 'STOP_GRACE', 'PUSH_LIMIT', 'ENGINE', 'ADMIN_EMAIL', 'API_URL']
  for (const name of names) {
    assert.equal(lines.filter((line) => line.startsWith(`BERTH_${name}=`)).length, 1, name)
  }
  assert.ok(lines.some((line) => line.startsWith('BERTH_PORT is not a setting')))
  assert.equal(lines.length, names.length + 1)
  assert.ok(!existsSync(data), 'no folder was made')
})

test('bad settings: an unknown option is refused, and --help lists every setting', async () => {
  const { code, output } = await runServer({}, '--stopp-all')
  assert.equal(code, 2)
  assert.match(output, /--stopp-all is not an option/)
  const help = await runServer({}, '--help')
  assert.equal(help.code, 0)
  for (const { variable } of Object.values(settingList)) assert.ok(help.stdout.includes(variable))
})

for (const setting of ['API', 'BRIDGE', 'GIT', 'HTTP', 'HTTPS'].map((it) => `BERTH_${it}_PORT`)) {
  test(`bad settings: a port in use is reported with its setting, ${setting}`, async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    try {
      const [line = '', ...more] = await refusedStart({ ...berth.settings, [setting]: `${port}` })
      assert.match(line, new RegExp(`port ${port}\\b.*\\b${setting}\\b`, 'i'))
      assert.deepEqual(more, [])
      assert.deepEqual(await leftOf(berth.data), [])
    } finally {
      other.close()
    }
  })
}

test('--stop-all: leaves a folder alone that is not a data folder', async () => {
  const data = join(berth.folder, 'photographs')
  await mkdir(data, { mode: 0o755 })
  const { code, stdout } = await runServer({ BERTH_DATA: data }, '--stop-all')
  assert.deepEqual([code, stdout], [0, `There is nothing to stop: ${data} is not a data folder.\n`])
  assert.deepEqual(await readdir(data), [])
  assert.equal((await stat(data)).mode & 0o777, 0o755)
})

test('bad settings: an address of another machine is refused', async () => {
  const lines = await refusedStart({ ...berth.settings, BERTH_BIND: '192.0.2.1' })
  assert.deepEqual(lines, ['BERTH_BIND=192.0.2.1 is not an address of this machine'])
})
