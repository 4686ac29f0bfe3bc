import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openExample } from '#tests/examples.ts'
import { checkExample } from '#tests/support/applications/deploy-examples.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { expectedAnswer } from '#tests/support/expected-answer.ts'
import { type GemServer, openGemServer } from '#tests/support/gems/gem-server.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { provideTools } from '#tests/support/provide-tools.ts'
import { type LabPackages, openLabPackages } from '#tests/support/swarm/lab-packages.ts'
import { openSwarmLab, type SwarmLab } from '#tests/support/swarm/swarm-lab.ts'
import { createMavenAddress } from '#toolchains/maven/maven-address.ts'

/** The smallest application of each type whose tools are more than packages of npm, on a swarm: pushed, built in a container, served by the router. */
let lab: SwarmLab
let gems: GemServer
let packages: LabPackages
let berth: TestBerth

/** A new machine downloads 900 MB. */
before(
  async () => {
    const tools = await provideTools(
      { name: 'gcc', version: '14' },
      { name: 'go', version: '1.26' },
      { name: 'rust', version: '1.99.1' },
      { name: 'java', version: '21' },
      { name: 'maven', version: '3.9.16' },
      { name: 'ant', version: '1.10.18' },
      { name: 'tomcat', version: '11.0.24' },
      { name: 'php', version: '8.4' },
      { name: 'ruby', version: '3.3' },
    )
    const { folder } = await openExample('ruby')
    gems = await openGemServer([join(folder, 'Gemfile.lock')])
    lab = await openSwarmLab()
    packages = await openLabPackages(lab, {
      gemFolder: gems.folder,
      mavenRepository: await createMavenAddress(undefined, tools)(),
    })
    berth = await TestBerth.start(
      {
        BERTH_ENGINE: 'swarm',
        BERTH_DOCKER_HOST: lab.nodes[0]?.host ?? '',
        BERTH_REGISTRY: lab.registry.url,
        BERTH_MAVEN_REPOSITORY: packages.maven,
        BERTH_EGRESS_ALLOWED: `${lab.address}/32`,
      },
      lab.registry.prepare,
    )
  },
  { timeout: 1_800_000 },
)
after(async () => {
  await berth?.[Symbol.asyncDispose]()
  await packages?.[Symbol.asyncDispose]()
  await lab?.[Symbol.asyncDispose]()
  await gems?.[Symbol.asyncDispose]()
})

for (const name of ['go', 'rust', 'jar', 'maven', 'war', 'php', 'ruby', 'linux']) {
  test(`cluster: examples/${name} is pushed, built over its tools and served`, async () => {
    const example = await openExample(name)
    const answer = (await expectedAnswer(example)) ?? assert.fail(`${name} has no answer`)
    const more = name === 'ruby' ? { BUNDLE_MIRROR__ALL: packages.gems } : {}
    const environment = { ...example.environment, ...more }
    await checkExample(berth, { ...example, environment }, answer)
  })
}

test('cluster: another build of Ruby takes the gems of the one before', async () => {
  const shop = await PushedApplication.create(berth, 'gems', 'ruby', undefined, 'ruby')
  await berth.client.environment.replace(shop.record, { BUNDLE_MIRROR__ALL: packages.gems })
  const installed = async (version: string) => {
    const { state, uuid } = await shop.deploy({ 'version.txt': version })
    const log = await shop.log(uuid)
    assert.equal(state, 'OK', log.join('\n'))
    return log.filter((line) => line.startsWith('Installing ')).length
  }
  assert.ok((await installed('1')) > 1)
  assert.equal(await installed('2'), 0)
})
