import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import {
  PushedApplication,
  startedByNode,
  webServer,
} from '#tests/support/applications/pushed-application.ts'
import { leftOf } from '#tests/support/engine/machine.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { oddProjects } from '#tests/support/projects/odd-projects.ts'
import {
  fetchToolsAhead,
  type OddKind,
  type OddRegistry,
  openOddRegistry,
} from '#tests/support/servers/odd-registry.ts'
import { outsideNetwork } from '#tests/support/servers/outside-world.ts'

/** Registries that are down, broken, slow, or serve the wrong packages, with every package manager. */
let registry: OddRegistry
let berth: TestBerth

before(async () => {
  registry = await openOddRegistry()
  await fetchToolsAhead()
  berth = await TestBerth.start({
    BERTH_DEPLOYMENTS_AT_ONCE: '16',
    BERTH_BUILD_DEADLINE: '15s',
    BERTH_EGRESS_ALLOWED: outsideNetwork,
  })
})
after(async () => {
  await berth[Symbol.asyncDispose]()
  await registry[Symbol.asyncDispose]()
})

const silence =
  /^A registry does not answer: check that it is up and that its address is right .*, then deploy again\.$/
const sentences: Partial<Record<OddKind, RegExp[]>> = {
  down: [silence],
  broken: [silence],
  wrong: [/^A registry gives another package than the lock file names: do not trust it/],
  slow: [
    /^The build took longer than 15\.0 s: .* install did not end\.$/,
    /^It waited for something that did not come, such as a slow registry, .*BERTH_BUILD_DEADLINE/,
  ],
}

const oddOne = async (kind: OddKind) => ({
  registry: registry.address(kind),
  packages: await registry.packages(['odd-one'], kind),
})

/** The slow registry takes long, so it runs beside the others. */
const lanes: OddKind[][] = [['down', 'broken', 'wrong'], ['slow']]
const managers = Object.entries(oddProjects)
const every = managers.flatMap(([manager, filesFor]) =>
  lanes.map((kinds) => ({ manager, filesFor, kinds })),
)

test('bad registries: each build fails with a message', { concurrency: true }, async (t) => {
  await Promise.all(
    every.map(async ({ manager, filesFor, kinds }, index) => {
      const application = await PushedApplication.create(berth, `odd-${index}`)
      const { state } = await application.deploy(webServer('the version before'))
      assert.equal(state, 'OK')
      for (const kind of kinds) {
        await t.test(`with ${manager} and a registry that is ${kind}`, async () => {
          const wanted = await oddOne(kind)
          const { state, uuid } = await application.deploy(filesFor(wanted))
          const log = await application.log(uuid)
          assert.equal(state, 'FAIL', log.join('\n'))
          for (const line of sentences[kind] ?? []) {
            const isThere = log.some((message) => line.test(message))
            assert.ok(isThere, `${line} is missing in:\n${log.join('\n')}`)
          }
          assert.match(log.at(-1) ?? '', /^Deploy failed in /)
          assert.equal((await application.visit()).body, 'the version before')
        })
      }
    }),
  )
})

test('bad registries: nothing is left on the machine', async () => {
  const engine = join(berth.data, 'engine')
  assert.deepEqual(readdirSync(join(engine, 'builds')), [])
  assert.deepEqual(readdirSync(join(engine, 'trees')), [])
  for (const folder of ['instances', 'artifacts']) {
    assert.equal(readdirSync(join(engine, folder)).length, every.length)
  }
  const left = (await leftOf(berth.data)).filter((line) => line.startsWith('berth-'))
  assert.equal(left.length, every.length, left.join('\n'))
})

for (const [index, [manager, filesFor]] of managers.entries()) {
  test(`${manager}: the next version deploys once the registry works`, async () => {
    const application = await PushedApplication.create(berth, `well-${index}`)
    await berth.client.environment.replace(application.record, startedByNode)
    const wanted = await oddOne('good')
    const { state, uuid } = await application.deploy(filesFor(wanted))
    assert.equal(state, 'OK', (await application.log(uuid)).join('\n'))
    assert.equal((await application.visit()).body, 'odd-one 1.0.0')
  })
}
