import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { PushedApplication, startedByNode } from '#tests/support/applications/pushed-application.ts'
import { watchSecrets } from '#tests/support/faults/secret-watch.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import {
  type PrivatePackage,
  privateName,
  privateProjects,
  whollyPrivate,
} from '#tests/support/projects/private-projects.ts'
import {
  type OutsideWorld,
  openOutsideWorld,
  outsideNetwork,
} from '#tests/support/servers/outside-world.ts'

/** A registry with authentication, used by the builds of a real server with every package manager. */
const token = 'npm_token-of-the-registry-4f1c9a'
const userAndPassword = 'reader:the pass phrase 77e0d2'
const base64 = Buffer.from(userAndPassword).toString('base64')
const program = fileURLToPath(
  new URL('../support/servers/private-registry-main.ts', import.meta.url),
)
const refusal =
  'A registry refuses to give a package: set NPM_TOKEN or CC_NPM_BASIC_AUTH to credentials that it accepts, and CC_NPM_REGISTRY to its host.'

let berth: TestBerth
let world: OutsideWorld
let registry: string
let versions: Record<string, PrivatePackage>
const watch = watchSecrets([token, 'the pass phrase 77e0d2', base64])

before(async () => {
  const environment = { TOKEN: token, USER_AND_PASSWORD: userAndPassword }
  world = await openOutsideWorld({ args: [program], environment, port: 4873 })
  registry = `http://${world.address.host}:${world.address.port}/`
  const headers = { authorization: `Bearer ${token}` }
  const described = await fetch(`${registry}${privateName.replace('/', '%2f')}`, { headers })
  versions = ((await described.json()) as { versions: typeof versions }).versions
  berth = await TestBerth.lease({ BERTH_EGRESS_ALLOWED: outsideNetwork })
})
after(async () => {
  watch.end()
  await berth[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

async function deploy(
  application: PushedApplication,
  files: Record<string, string>,
  credentials: Record<string, string>,
) {
  const common = { ...startedByNode, NODE_ENV: 'production', CC_NPM_REGISTRY: registry }
  const variables = { ...common, ...credentials }
  await berth.client.environment.replace(application.record, variables)
  const { state, uuid } = await application.deploy(files)
  const log = await application.log(uuid)
  watch.assertFree(log.join('\n'))
  return { state, log }
}

const greeting = (version: string): PrivatePackage => versions[version] ?? assert.fail()

for (const [manager, filesFor] of Object.entries(privateProjects)) {
  test(`${manager}: installs from a private registry with a token or a password, and not without`, async () => {
    const application = await PushedApplication.create(berth, manager.replace(' ', '-'))
    for (const wrong of [{}, { NPM_TOKEN: 'of-another-registry' }]) {
      const files = filesFor(registry, greeting('1.0.0'))
      const { state, log } = await deploy(application, files, wrong)
      assert.equal(state, 'FAIL', log.join('\n'))
      assert.ok(log.includes(refusal), log.join('\n'))
    }
    for (const [version, credentials] of [
      ['1.0.0', { NPM_TOKEN: token }],
      ['2.0.0', { CC_NPM_BASIC_AUTH: userAndPassword }],
    ] as const) {
      const files = filesFor(registry, greeting(version))
      const { state, log } = await deploy(application, files, credentials)
      assert.equal(state, 'OK', log.join('\n'))
      const seen = JSON.parse((await application.visit()).body)
      assert.equal(seen.greeting, `a private greeting ${version}`)
      assert.ok(!seen.home.some((name: string) => /^\.(npmrc|yarnrc\.yml)$/.test(name)), seen.home)
      for (const name of Object.keys(credentials)) delete seen.environment[name]
      watch.assertFree(JSON.stringify(seen))
    }
    await watch.assertFreeFolder(join(berth.data, 'engine'))
    await application.ok('stop')
  })
}

test('private registry: an application may install all its packages from one', async () => {
  const application = await PushedApplication.create(berth, 'everything')
  const byToken = { NPM_TOKEN: token }
  const byPassword = { CC_NPM_BASIC_AUTH: userAndPassword }
  for (const [tool, credentials] of [
    ['npm', byToken],
    ['pnpm', byPassword],
    ['yarn', byPassword],
    ['yarn-berry', byToken],
    ['bun', byPassword],
  ] as const) {
    const variables = { ...credentials, CC_NODE_BUILD_TOOL: tool }
    const { state, log } = await deploy(application, whollyPrivate(registry), variables)
    assert.equal(state, 'OK', log.join('\n'))
    const { greeting } = JSON.parse((await application.visit()).body)
    assert.equal(greeting, 'a private greeting 1.0.0')
  }
  await watch.assertFreeFolder(join(berth.data, 'engine'))
  await application.ok('stop')
})

test('private registry: setting both kinds of credentials is refused, and without any the packages of others are not used', async () => {
  const application = await PushedApplication.create(berth, 'stranger')
  const files = privateProjects.npm?.(registry, greeting('1.0.0')) ?? assert.fail()
  const both = { NPM_TOKEN: token, CC_NPM_BASIC_AUTH: userAndPassword }
  const confused = await deploy(application, files, both)
  assert.equal(confused.state, 'FAIL')
  assert.ok(
    confused.log.includes('NPM_TOKEN and CC_NPM_BASIC_AUTH exclude each other: keep one of them.'),
    confused.log.join('\n'),
  )
  assert.ok(!confused.log.includes('npm install'), confused.log.join('\n'))
  const { state, log } = await deploy(application, files, {})
  assert.equal(state, 'FAIL', log.join('\n'))
  assert.ok(log.includes(refusal), log.join('\n'))
})

test('private registry: no secret was in a process list or written by the server', async () => {
  assert.deepEqual(watch.end(), [])
  watch.assertFree(berth.output)
  await watch.assertFreeFolder(join(berth.data, 'engine'))
})
