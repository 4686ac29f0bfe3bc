import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { provideTools } from '#tests/support/provide-tools.ts'
import { archivePrefix, downloadModule, goProxies } from '#toolchains/go/go-proxy.ts'
import { unpackModule } from '#toolchains/go/module-zip.ts'

/** A program that was not written here: go-httpbin as its authors have released it to the module proxy. */
let berth: TestBerth
let httpbin: PushedApplication

const release = { module: 'github.com/mccutchen/go-httpbin/v2', version: 'v2.26.0' }
/** As `go.sum` of whoever requires it has it. */
const sum = 'h1:JbKBrX9F9wjwXedIJkWe+jjYRjysHZrWKgJRPDSIxVw='

/** A new machine downloads 230 MB. */
before(
  async () => {
    await provideTools({ name: 'go', version: '1.26' }, { name: 'gcc', version: '14' })
    berth = await TestBerth.lease()
    const { organisationId } = berth.admin
    httpbin = await PushedApplication.create(berth, 'httpbin', undefined, organisationId, 'go')
    await unpackRelease(httpbin.project.folder)
    // One package at a time, beside everything else on the machine.
    await berth.client.environment.replace(httpbin.record, { GOFLAGS: '-p=1' })
  },
  { timeout: 900_000 },
)
after(() => berth?.[Symbol.asyncDispose]())

async function unpackRelease(to: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'berth-module-'))
  const file = join(folder, 'module.zip')
  const signal = AbortSignal.timeout(300_000)
  try {
    const addresses = goProxies(process.env.GOPROXY)
    await downloadModule({ addresses, fetch, signal }, release, file)
    assert.equal(await unpackModule({ file, prefix: archivePrefix(release), to, signal }), sum)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

test('go-httpbin: is built from its source without a variable, and answers what it is asked', async () => {
  const { state } = await httpbin.deploy({ 'NOTES.md': 'Deployed as it is.\n' })
  const log = (await httpbin.log()).join('\n')
  assert.equal(state, 'OK', log)
  assert.match(log, /go build "\.\/cmd\/go-httpbin", the package with the program/)
  assert.match((await httpbin.visit()).body, /<title>go-httpbin/)
  const { body } = await httpbin.visit('/get?ship=Vasa')
  assert.deepEqual(JSON.parse(body).args, { ship: ['Vasa'] })
  assert.equal((await httpbin.visit('/status/418')).status, 418)
})

test('go-httpbin: its own variables count in another deployment', async () => {
  await berth.client.environment.replace(httpbin.record, { MAX_DURATION: '3s' })
  const { state, uuid } = await httpbin.deploy({ 'NOTES.md': 'With a variable.\n' })
  assert.equal(state, 'OK', (await httpbin.log(uuid)).join('\n'))
  assert.equal((await httpbin.visit('/delay/4')).status, 400)
})
