import assert from 'node:assert/strict'
import { access, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { openGoProxy, type SmallGoProxy } from '#tests/support/registries/go-proxy.ts'
import { goProxies } from './go-proxy.ts'
import { createGoToolchain, type GoToolchainOptions } from './go-toolchain.ts'

const files = {
  'bin/go': '#!/bin/sh\necho go1.27.9\n',
  'pkg/tool/linux/link': 'linker',
  'src/_go.mod': 'module std\n',
  'src/fmt/print.go': 'package fmt\n',
}

let proxy: SmallGoProxy
const folders: string[] = []

before(async () => {
  proxy = await openGoProxy()
  proxy.publish('1.27.9', files)
  proxy.publish('1.27.8', files, `h1:${'A'.repeat(43)}=`)
  proxy.publish('1.27.7', files, '')
  proxy.publish('1.27.6', { ...files, '../../outside': 'x' })
})
after(async () => {
  await proxy[Symbol.asyncDispose]()
  for (const folder of folders) {
    await runOrThrow(['chmod', '-R', 'u+w', folder])
    await rm(folder, { recursive: true })
  }
})

async function install(version: string, options: Partial<GoToolchainOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'berth-go-'))
  folders.push(folder)
  const tool = createGoToolchain({
    folder,
    goProxy: `${proxy.address},direct`,
    sumOf: () => undefined,
    retries: 0,
    ...options,
  })
  return tool({ name: 'go', version })
}

test('Go: a release is made of its module, whose archive has no modes', async () => {
  const place = await install('1.27.9')
  assert.equal(await runOrThrow([join(place, 'bin/go')]), 'go1.27.9\n')
  assert.ok((await stat(join(place, 'pkg/tool/linux/link'))).mode & 0o100)
  assert.equal((await stat(join(place, 'src/fmt/print.go'))).mode & 0o111, 0)
  assert.equal(await readFile(join(place, 'src/go.mod'), 'utf8'), 'module std\n')
})

test('Go: a release with other files than its hash says is refused, whoever knows the hash', async () => {
  const known = /Go 1\.27\.\d could not be fetched: its archive does not have the known hash\./
  await assert.rejects(install('1.27.8'), known)
  await assert.rejects(install('1.27.9', { sumOf: () => `h1:${'B'.repeat(43)}=` }), known)
})

test('Go: a release that the checksum database does not know is refused', async () => {
  await assert.rejects(install('1.27.7'), /the checksum database of Go has no such release/)
  await assert.rejects(install('1.99.0'), /the checksum database of Go has no such release/)
})

test('Go: a file outside its folder is refused, and not written', async () => {
  await assert.rejects(install('1.27.6'), /has a file outside its folder/)
  await assert.rejects(access(join(folders.at(-1) ?? '', 'outside')))
})

test('Go: GOPROXY is a list, of which proxies are asked in their order', () => {
  const usual = ['https://proxy.golang.org/']
  for (const [text, addresses] of [
    [undefined, usual],
    ['', usual],
    ['direct', usual],
    ['off', []],
    ['https://a.test/go,direct', ['https://a.test/go/']],
    ['https://a.test/|http://b.test,off', ['https://a.test/', 'http://b.test/']],
    ['file:///mirror', usual],
  ] as const) {
    assert.deepEqual(goProxies(text), addresses, text)
  }
})

test('Go: the next proxy is asked where one does not have it', async () => {
  const place = await install('1.27.9', { goProxy: `${proxy.address}missing/,${proxy.address}` })
  assert.ok(place.endsWith('1.27.9'))
})
