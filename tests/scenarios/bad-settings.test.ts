import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { settingList } from '#settings.ts'
import { TestBerth, withoutBerth } from '#tests/fixtures/berth.ts'
import { type Ran, runCommand } from '#tests/fixtures/command.ts'
import { leftOf } from '#tests/fixtures/machine.ts'

/** Starts that cannot succeed: each ends with exit code 2 and a sentence, and leaves everything as it was. */
const main = new URL('../../server/main.ts', import.meta.url).pathname
let folder: string
let berth: TestBerth

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'berth-settings-'))
  berth = await TestBerth.start()
  await berth.signal('SIGINT')
})
after(async () => {
  await berth[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const start = (settings: Record<string, string>, ...args: string[]): Promise<Ran> =>
  runCommand([process.execPath, main, ...args], {
    cwd: folder,
    env: { ...withoutBerth(process.env), ...settings },
    deadline: 30_000,
  })

/** A start that is refused; gives the sentences. */
async function refused(settings: Record<string, string>, ...args: string[]): Promise<string[]> {
  const { code, stderr } = await start(settings, ...args)
  assert.equal(code, 2, stderr)
  const lines = stderr.trim().split('\n')
  for (const line of lines) assert.match(line, /^berth: .{20,}$/)
  return lines.map((line) => line.slice('berth: '.length))
}

test('wrong values and unknown settings are all named at once', async () => {
  const lines = await refused({
    BERTH_DATA: join(folder, 'never'),
    BERTH_API_PORT: '70000',
    BERTH_BIND: 'everywhere',
    BERTH_STOP_GRACE: 'soon',
    BERTH_PUSH_LIMIT: '-1',
    BERTH_ENGINE: 'steam',
    BERTH_ADMIN_EMAIL: 'nobody',
    BERTH_API_URL: 'ftp://example.test',
    BERTH_PORT: '80',
  })
  for (const name of ['API_PORT', 'BIND', 'STOP_GRACE', 'PUSH_LIMIT', 'ENGINE', 'ADMIN_EMAIL']) {
    assert.equal(lines.filter((line) => line.startsWith(`BERTH_${name}=`)).length, 1, name)
  }
  assert.ok(lines.some((line) => line.startsWith('BERTH_API_URL=')))
  assert.ok(lines.some((line) => line.startsWith('BERTH_PORT is not a setting')))
  assert.equal(lines.length, 8)
  assert.ok(!(await readdir(folder)).includes('never'), 'no folder was made')
})

test('an unknown option is refused and --help lists every setting', async () => {
  const { code, output } = await start({}, '--stopp-all')
  assert.equal(code, 2)
  assert.match(output, /--stopp-all is not an option/)
  const help = await start({}, '--help')
  assert.equal(help.code, 0)
  for (const { variable } of Object.values(settingList)) assert.ok(help.stdout.includes(variable))
})

for (const setting of ['API', 'BRIDGE', 'GIT', 'HTTP', 'HTTPS'].map((it) => `BERTH_${it}_PORT`)) {
  test(`a port in use is named with its setting, ${setting}`, async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    try {
      const [line, ...more] = await refused({ ...berth.settings, [setting]: String(port) })
      assert.match(line ?? '', new RegExp(`port ${port}\\b`, 'i'))
      assert.match(line ?? '', new RegExp(`\\b${setting}\\b`))
      assert.deepEqual(more, [])
      assert.deepEqual(await leftOf(berth.data), [])
    } finally {
      other.close()
    }
  })
}

test('a data folder that is a file, or below one, is refused', async () => {
  const file = join(folder, 'file')
  await writeFile(file, 'kept')
  for (const data of [file, join(file, 'below')]) {
    const [line = ''] = await refused({ ...berth.settings, BERTH_DATA: data })
    assert.match(line, /BERTH_DATA=.*cannot be used/)
  }
  assert.equal(await readFile(file, 'utf8'), 'kept')
})

test('a data folder that may not be written to is refused', async () => {
  const [line = ''] = await refused({ ...berth.settings, BERTH_DATA: '/sys/berth' })
  assert.match(line, /BERTH_DATA=\/sys\/berth cannot be used/)
})

test('a data folder without its key is refused, since its secrets could not be read', async () => {
  const key = join(berth.data, 'secret.key')
  await rename(key, `${key}.elsewhere`)
  const [line = ''] = await refused(berth.settings)
  await rename(`${key}.elsewhere`, key)
  assert.match(line, /secret\.key is gone.*put it back/)
})

test('a data folder of a newer version is refused and left untouched', async () => {
  const path = join(berth.data, 'berth.sqlite')
  const database = new DatabaseSync(path)
  database.prepare("insert into migrations values ('9999-of-the-future', 1)").run()
  database.close()
  const before = await readFile(path)
  const [line = ''] = await refused(berth.settings)
  assert.match(line, /newer version of Berth.*9999-of-the-future.*nothing was changed/)
  assert.ok(before.equals(await readFile(path)))
  assert.deepEqual(await leftOf(berth.data), [])
  const again = new DatabaseSync(path)
  again.prepare("delete from migrations where name = '9999-of-the-future'").run()
  again.close()
})

test('after all that, the platform starts', async () => {
  await berth.start()
  assert.equal((await berth.client.self.get()).email, 'admin@localhost')
})
