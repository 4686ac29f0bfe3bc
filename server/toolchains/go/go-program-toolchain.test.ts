import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { openGoProxy, type SmallGoProxy } from '#tests/support/registries/go-proxy.ts'
import { createGoProgramToolchain } from './go-program-toolchain.ts'

const module = 'github.com/oauth2-proxy/oauth2-proxy/v7'
const files = { 'go.mod': `module ${module}\n\ngo 1.99.0\n`, 'main.go': 'package main\n' }

/** In the place of a release of Go, which takes minutes for such a program: it makes one that tells how it was built. */
const smallGo = `#!/bin/sh
while [ "$1" != -o ]; do shift; done
printf '#!/bin/sh\\necho "%s"\\n' "$(cat main.go) $GOPROXY $GOSUMDB $GOFLAGS $CGO_ENABLED" > "$2"
[ ! -e broken ] || { echo 'main.go:1:1: syntax error' >&2; exit 1; }
chmod +x "$2"
`

let proxy: SmallGoProxy
let folder: string
const asked: string[] = []

before(async () => {
  proxy = await openGoProxy()
  proxy.publishModule(module, 'v7.99.0', files)
  proxy.publishModule(module, 'v7.99.1', files, `h1:${'A'.repeat(43)}=`)
  proxy.publishModule(module, 'v7.99.2', files, '')
  proxy.publishModule(module, 'v7.99.3', { ...files, broken: '' })
  folder = await mkdtemp(join(tmpdir(), 'berth-go-program-'))
  await mkdir(join(folder, 'release/bin'), { recursive: true })
  await writeFile(join(folder, 'release/bin/go'), smallGo)
  await chmod(join(folder, 'release/bin/go'), 0o755)
})
after(async () => {
  await proxy[Symbol.asyncDispose]()
  await runOrThrow(['chmod', '-R', 'u+w', folder])
  await rm(folder, { recursive: true })
})

const install = (version: string, sumOf: () => string | undefined = () => undefined) =>
  createGoProgramToolchain({
    folder,
    goProxy: proxy.address,
    retries: 0,
    sumOf,
    go: () => async (tool) => {
      asked.push(tool.version)
      return join(folder, 'release')
    },
  })({ name: 'oauth2-proxy', version })

test('programs in Go: one is built from its module, in which every other one is checked, and kept', async () => {
  const place = await install('7.99.0')
  const said = await runOrThrow([join(place, 'bin/oauth2-proxy')])
  assert.match(said, /^package main http:\S+ off -mod=readonly .* 0\n$/)
  assert.deepEqual(asked, ['1.99.0'], 'the release that its go.mod asks for')
  await install('7.99.0')
  assert.equal(asked.length, 1)
})

test('programs in Go: a module with another hash, or none, is refused before anything is built', async () => {
  const count = asked.length
  const known = /oauth2-proxy 7\.99\.\d could not be fetched: its archive does not have the known/
  await assert.rejects(install('7.99.1'), known)
  await assert.rejects(
    install('7.99.0').then(() => install('7.99.2')),
    /the checksum database/,
  )
  await assert.rejects(
    install('7.99.2', () => `h1:${'B'.repeat(43)}=`),
    known,
  )
  assert.equal(asked.length, count)
})

test('programs in Go: a build that fails says why', async () => {
  await assert.rejects(install('7.99.3'), /it could not be built: main\.go:1:1: syntax error\.$/)
})
