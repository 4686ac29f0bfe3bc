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

/** A machine whose npm prints this and notes that it was asked. */
async function machineWhoseNpmSays(text: string, code = 0) {
  const asked = join(folder, 'asked')
  await writeFile(asked, '')
  const script = `#!/bin/sh\necho "$@" >> ${asked}\necho '${text}'\nexit ${code}\n`
  await writeFile(join(folder, 'npm'), script)
  await chmod(join(folder, 'npm'), 0o755)
  return { environment: { PATH: `${folder}:/usr/bin:/bin` }, asked: () => readFile(asked, 'utf8') }
}

test('the setting wins over the variable, and the variable over the client', async () => {
  const environment = { npm_config_registry: 'http://variable.test' }
  assert.equal(
    await npmRegistry({ setting: 'http://setting.test/npm', environment })(),
    'http://setting.test/npm/',
  )
  assert.equal(await npmRegistry({ environment })(), 'http://variable.test/')
})

test('the client is asked once, and only when the answer is needed', async () => {
  const { environment, asked } = await machineWhoseNpmSays('http://client.test/')
  const registry = npmRegistry({ environment })
  assert.equal(await asked(), '')
  assert.equal(await registry(), 'http://client.test/')
  assert.equal(await registry(), 'http://client.test/')
  assert.equal(await asked(), 'config get registry\n')
})

test('a client that cannot say is asked again the next time', async () => {
  const broken = await machineWhoseNpmSays('', 1)
  const registry = npmRegistry({ environment: broken.environment })
  await assert.rejects(registry(), /npm could not say which registry it uses/)
  await machineWhoseNpmSays('http://client.test/')
  assert.equal(await registry(), 'http://client.test/')
})

test('a machine without npm gets a sentence', async () => {
  const registry = npmRegistry({ environment: { PATH: join(folder, 'nothing') } })
  await assert.rejects(registry(), /npm could not say which registry it uses/)
})

test('an answer that is no address is refused', async () => {
  const { environment } = await machineWhoseNpmSays('undefined')
  await assert.rejects(npmRegistry({ environment })(), /no usable address: "undefined"/)
  await assert.rejects(npmRegistry({ setting: 'file:///etc' })(), /no usable address/)
})
