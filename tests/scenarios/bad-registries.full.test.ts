import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import {
  PushedApplication,
  startedByNode,
  webServer,
} from '#tests/support/applications/pushed-application.ts'
import { lendCompiled } from '#tests/support/compiled-cache.ts'
import { EngineApplication } from '#tests/support/engine/engine-application.ts'
import { leftOf } from '#tests/support/engine/machine.ts'
import { type OpenedEngine, openTestEngine } from '#tests/support/engine/process-engine.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { oddProjects } from '#tests/support/projects/odd-projects.ts'
import {
  fetchToolsAhead,
  type OddKind,
  type OddRegistry,
  openOddRegistry,
} from '#tests/support/servers/odd-registry.ts'
import { outsideNetwork } from '#tests/support/servers/outside-world.ts'
import { toolchainCache } from '#tests/support/toolchain-cache.ts'
import { npmRegistry } from '#toolchains/npm/registry.ts'
import { createToolchains } from '#toolchains/toolchains.ts'

/**
 * Registries that are down, broken, slow, or serve the wrong packages: with npm in deployments from a push, with the other package
 * managers in builds of the same engine.
 */
let registry: OddRegistry
let berth: TestBerth
let patient: OpenedEngine
let hasty: OpenedEngine

before(async () => {
  registry = await openOddRegistry()
  await fetchToolsAhead()
  berth = await TestBerth.start({
    BERTH_MAX_CONCURRENT_DEPLOYMENTS: '16',
    BERTH_BUILD_TIMEOUT: '15s',
    BERTH_EGRESS_ALLOWED: outsideNetwork,
  })
  const official = npmRegistry({ environment: process.env })
  const options = {
    registry: official,
    toolchain: createToolchains({ folder: toolchainCache, registry: official }),
    egress: {
      allowed: [outsideNetwork],
      visitors: async () => ({ host: '0.0.0.0', ports: [] }),
    },
  }
  patient = await openTestEngine(options)
  hasty = await openTestEngine({ ...options, buildTimeout: 15_000 })
  for (const { folder } of [patient, hasty]) await lendCompiled(folder)
})
after(async () => {
  await berth?.[Symbol.asyncDispose]()
  for (const opened of [patient, hasty]) await opened[Symbol.asyncDispose]()
  await registry?.[Symbol.asyncDispose]()
})

const silence =
  /^A registry does not answer: check that it is up and that its address is right .*, then deploy again\.$/
const sentences: Partial<Record<OddKind, RegExp[]>> = {
  down: [silence],
  broken: [silence],
  wrong: [/^A registry gives another package than the lock file names: do not trust it/],
  slow: [
    /^The build took longer than 15 s: .* install did not end\.$/,
    /^It waited for something that did not come, such as a slow registry, .*BERTH_BUILD_TIMEOUT/,
  ],
}

const oddOne = async (kind: OddKind) => ({
  registry: registry.address(kind),
  packages: await registry.packages(['odd-one'], kind),
})

/** The slow registry takes long, so it runs beside the others. */
const groups: OddKind[][] = [['down', 'broken', 'wrong'], ['slow']]
const { npm: npmProject = assert.fail(), ...others } = oddProjects

function assertSentences(kind: OddKind, log: readonly string[]): void {
  for (const line of sentences[kind] ?? []) {
    const isThere = log.some((message) => line.test(message))
    assert.ok(isThere, `${line} is missing in:\n${log.join('\n')}`)
  }
}

async function deployments(t: TestContext): Promise<void> {
  await Promise.all(
    groups.map(async (kinds, index) => {
      const application = await PushedApplication.create(berth, `odd-${index}`)
      const { state } = await application.deploy(webServer('the version before'))
      assert.equal(state, 'OK')
      for (const kind of kinds) {
        await t.test(`with npm and a registry that is ${kind}`, async () => {
          const { state, uuid } = await application.deploy(npmProject(await oddOne(kind)))
          const log = await application.log(uuid)
          assert.equal(state, 'FAIL', log.join('\n'))
          assertSentences(kind, log)
          assert.match(log.at(-1) ?? '', /^Deploy failed in /)
          assert.equal((await application.visit()).body, 'the version before')
        })
      }
    }),
  )
}

async function builds(t: TestContext): Promise<void> {
  await Promise.all(
    Object.entries(others).flatMap(([manager, filesFor], index) =>
      groups.map(async (kinds) => {
        for (const kind of kinds) {
          await t.test(`with ${manager} and a registry that is ${kind}`, async () => {
            const opened = kind === 'slow' ? hasty : patient
            const application = new EngineApplication(opened, index + 1)
            const { state, log } = await application.build(filesFor(await oddOne(kind)))
            assert.equal(state, 'FAIL', log.join('\n'))
            assertSentences(kind, log)
          })
        }
      }),
    ),
  )
}

test('bad registries: each build fails with a message', { concurrency: true }, async (t) => {
  await Promise.all([deployments(t), builds(t)])
})

test('bad registries: nothing is left on the machine', async () => {
  const engine = join(berth.data, 'engine')
  for (const folder of [engine, patient.folder, hasty.folder]) {
    assert.deepEqual(readdirSync(join(folder, 'builds')), [])
    assert.deepEqual(readdirSync(join(folder, 'trees')), [])
  }
  for (const folder of ['instances', 'artifacts']) {
    assert.equal(readdirSync(join(engine, folder)).length, groups.length)
    for (const opened of [patient, hasty])
      assert.deepEqual(readdirSync(join(opened.folder, folder)), [])
  }
  const left = (await leftOf(berth.data)).filter((line) => line.startsWith('berth-'))
  assert.equal(left.length, groups.length, left.join('\n'))
})

test('npm: the next version deploys once the registry works', async () => {
  const application = await PushedApplication.create(berth, 'well')
  await berth.client.environment.replace(application.record, startedByNode)
  const { state, uuid } = await application.deploy(npmProject(await oddOne('good')))
  assert.equal(state, 'OK', (await application.log(uuid)).join('\n'))
  assert.equal((await application.visit()).body, 'odd-one 1.0.0')
})

for (const [index, [manager, filesFor]] of Object.entries(others).entries()) {
  test(`${manager}: the next version is built once the registry works`, async () => {
    const application = new EngineApplication(patient, index + 1)
    const { state, log } = await application.build(filesFor(await oddOne('good')), startedByNode)
    assert.equal(state, 'OK', log.join('\n'))
    assert.equal(await application.answer(), 'odd-one 1.0.0')
  })
}
