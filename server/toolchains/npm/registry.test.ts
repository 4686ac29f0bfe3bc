import '#tests/support/home/own-home.ts'
import assert from 'node:assert/strict'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { npmRegistry } from './registry.ts'

let folder: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'berth-registry-'))
})
after(() => rm(folder, { recursive: true, force: true }))

/** A machine whose npm prints this text and records its calls. */
async function machineWhoseNpmSays(text: string, code = 0) {
  const asked = join(folder, 'asked')
  await writeFile(asked, '')
  const script = `#!/bin/sh\necho "$@" >> ${asked}\necho '${text}'\nexit ${code}\n`
  await writeFile(join(folder, 'npm'), script)
  await chmod(join(folder, 'npm'), 0o755)
  return { environment: { PATH: `${folder}:/usr/bin:/bin` }, asked: () => readFile(asked, 'utf8') }
}

test('registry: the setting wins over the variable, and the variable over the client', async () => {
  const environment = { npm_config_registry: 'http://variable.test' }
  assert.equal(
    await npmRegistry({ setting: 'http://setting.test/npm', environment })(),
    'http://setting.test/npm/',
  )
  assert.equal(await npmRegistry({ environment })(), 'http://variable.test/')
})

test('registry: the client is called once, on demand', async () => {
  const { environment, asked } = await machineWhoseNpmSays('http://client.test/')
  const registry = npmRegistry({ environment })
  assert.equal(await asked(), '')
  assert.equal(await registry(), 'http://client.test/')
  assert.equal(await registry(), 'http://client.test/')
  assert.equal(await asked(), 'config get registry\n')
})

test('registry: a failing client is called again the next time', async () => {
  const broken = await machineWhoseNpmSays('', 1)
  const registry = npmRegistry({ environment: broken.environment })
  await assert.rejects(registry(), /npm could not say which registry it uses/)
  await machineWhoseNpmSays('http://client.test/')
  assert.equal(await registry(), 'http://client.test/')
})

test('registry: a machine without npm gets a message', async () => {
  const registry = npmRegistry({ environment: { PATH: join(folder, 'nothing') } })
  await assert.rejects(registry(), /npm could not say which registry it uses/)
})

test('registry: a release on a machine without npm uses what npm has by default, but not in place of one that fails', async () => {
  const program = await mkdtemp(join(folder, 'release-'))
  const note = { version: '1.0.0', npmRegistry: 'http://default.test/' }
  await writeFile(join(program, 'release.json'), JSON.stringify(note))
  const without = { PATH: join(folder, 'nothing') }
  assert.equal(await npmRegistry({ environment: without, program })(), 'http://default.test/')
  const { environment } = await machineWhoseNpmSays('', 1)
  await assert.rejects(npmRegistry({ environment, program })(), /npm could not say/)
})

test('registry: an answer that is not a URL is rejected', async () => {
  const { environment } = await machineWhoseNpmSays('undefined')
  await assert.rejects(npmRegistry({ environment })(), /no usable address: "undefined"/)
  await assert.rejects(npmRegistry({ setting: 'file:///etc' })(), /no usable address/)
})
