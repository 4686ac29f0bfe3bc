import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { run } from '#kit/process/subprocess.ts'
import { FakeAptGet } from '#tests/support/faults/fake-apt-get.ts'
import { withoutBerth } from '#tests/support/platform/berth.ts'

const root = new URL('../../', import.meta.url).pathname
let folder: string
let fake: FakeAptGet

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'berth-service-'))
  fake = await FakeAptGet.make(join(folder, 'bin'), { programs: {} })
})
after(() => rm(folder, { recursive: true, force: true }))

const berthServer = (args: string[], settings: Record<string, string> = {}) =>
  run([join(root, 'bin/berth-server'), ...args], {
    env: { ...withoutBerth(process.env), PATH: fake.path, ...settings } as Record<string, string>,
    timeout: 300_000,
  })
const at = (path: string) => join(folder, 'system', path)
const unit = '/etc/systemd/system/berth.service'

test('berth-server install: writes and enables the units, with the settings of the environment', async () => {
  const settings = { BERTH_DATA: join(folder, 'data'), BERTH_API_PORT: '4100' }
  const { code, stdout } = await berthServer(['install', '--root', at('')], settings)
  assert.equal(code, 0, stdout)
  const text = await readFile(at(unit), 'utf8')
  assert.match(text, /^KillMode=process$/m)
  assert.match(text, /^ExecStart=".*\/bin\/berth-server"$/m)
  const environment = await readFile(at('/etc/berth/berth.env'), 'utf8')
  assert.match(environment, /^BERTH_API_PORT="4100"$/m)
  assert.match(environment, new RegExp(`^BERTH_DATA="${folder}/data"$`, 'm'))
  assert.equal((await stat(at('/etc/berth/berth.env'))).mode & 0o777, 0o600)
  assert.deepEqual(await fake.calls(), [
    `systemctl --root=${at('').replace(/\/$/, '')} enable berth.service berth-applications.service`,
  ])
  assert.equal(existsSync(join(folder, 'data')), false, 'nothing was started')
})

test('berth-server install: keeps changed settings, and berth-server uninstall removes the units', async () => {
  const { stdout } = await berthServer(['install', '--root', at('')], { BERTH_API_PORT: '4200' })
  assert.match(stdout, /berth\.env exists already and is kept/)
  assert.match(await readFile(at('/etc/berth/berth.env'), 'utf8'), /^BERTH_API_PORT="4100"$/m)

  const gone = await berthServer(['uninstall', '--root', at('')])
  assert.equal(gone.code, 0, gone.stdout)
  assert.match((await fake.calls()).at(-1) ?? '', / disable berth\.service berth-applications/)
  for (const name of ['berth.service', 'berth-applications.service'])
    assert.equal(existsSync(at(`/etc/systemd/system/${name}`)), false, name)
  assert.equal(existsSync(at('/etc/berth/berth.env')), true)
  const again = await berthServer(['uninstall', '--root', at('')])
  assert.match(again.stdout, /not installed as a service/)
})

test('berth-server install: refuses wrong settings and unknown options', async () => {
  const wrong = await berthServer(['install', '--root', at('')], { BERTH_API_PORT: 'x' })
  assert.deepEqual([wrong.code, /BERTH_API_PORT=x/.test(wrong.stderr)], [2, true])
  const unknown = await berthServer(['install', '--rooot', at('')])
  assert.deepEqual([unknown.code, /Usage:/.test(unknown.stdout)], [2, true])
})
