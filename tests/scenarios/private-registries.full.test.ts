import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { PushedApplication, startedByNode } from '#tests/support/applications/pushed-application.ts'
import { lendCompiled } from '#tests/support/compiled-cache.ts'
import { EngineApplication } from '#tests/support/engine/engine-application.ts'
import { type OpenedEngine, openTestEngine } from '#tests/support/engine/process-engine.ts'
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
import { toolchainCache } from '#tests/support/toolchain-cache.ts'
import { npmRegistry } from '#toolchains/npm/registry.ts'
import { createToolchains } from '#toolchains/toolchains.ts'

/**
 * A registry with authentication: with npm used by deployments from a push, with the other package managers by builds of the same
 * engine.
 */
const token = 'npm_token-of-the-registry-4f1c9a'
const userAndPassword = 'reader:the pass phrase 77e0d2'
const base64 = Buffer.from(userAndPassword).toString('base64')
const program = fileURLToPath(
  new URL('../support/servers/private-registry-main.ts', import.meta.url),
)
const refusal =
  'A registry refuses to give a package: set NPM_TOKEN or CC_NPM_BASIC_AUTH to credentials that it accepts, and CC_NPM_REGISTRY to its host.'

let berth: TestBerth
let opened: OpenedEngine
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
  const official = npmRegistry({ environment: process.env })
  opened = await openTestEngine({
    registry: official,
    toolchain: createToolchains({ folder: toolchainCache, registry: official }),
    egress: {
      allowed: [outsideNetwork],
      visitors: async () => ({ host: '0.0.0.0', ports: [] }),
    },
  })
  await lendCompiled(opened.folder)
})
after(async () => {
  watch.end()
  await berth?.[Symbol.asyncDispose]()
  await opened?.[Symbol.asyncDispose]()
  await world?.[Symbol.asyncDispose]()
})

/** An application, deployed from a push or built by an engine alone. */
interface Subject {
  deploy(
    files: Record<string, string>,
    variables: Record<string, string>,
  ): Promise<{ state: string; log: string[] }>
  /** What an instance answers. */
  answer(): Promise<string>
  /** Folder of its engine. */
  engine: string
}

async function pushed(name: string): Promise<Subject & AsyncDisposable> {
  const application = await PushedApplication.create(berth, name)
  return {
    async deploy(files, variables) {
      await berth.client.environment.replace(application.record, variables)
      const { state, uuid } = await application.deploy(files)
      return { state, log: await application.log(uuid) }
    },
    answer: async () => (await application.visit()).body,
    engine: join(berth.data, 'engine'),
    async [Symbol.asyncDispose]() {
      await application.ok('stop')
    },
  }
}

let applications = 0
function built(): Subject {
  const application = new EngineApplication(opened, ++applications)
  return {
    deploy: (files, variables) => application.build(files, variables),
    answer: () => application.answer(),
    engine: opened.folder,
  }
}

async function deploy(
  subject: Subject,
  files: Record<string, string>,
  credentials: Record<string, string>,
) {
  const common = { ...startedByNode, NODE_ENV: 'production', CC_NPM_REGISTRY: registry }
  const { state, log } = await subject.deploy(files, { ...common, ...credentials })
  watch.assertFree(log.join('\n'))
  return { state, log }
}

const greeting = (version: string): PrivatePackage => versions[version] ?? assert.fail()

type FilesFor = (typeof privateProjects)[string]

async function installs(subject: Subject, filesFor: FilesFor): Promise<void> {
  for (const wrong of [{}, { NPM_TOKEN: 'of-another-registry' }]) {
    const files = filesFor(registry, greeting('1.0.0'))
    const { state, log } = await deploy(subject, files, wrong)
    assert.equal(state, 'FAIL', log.join('\n'))
    assert.ok(log.includes(refusal), log.join('\n'))
  }
  for (const [version, credentials] of [
    ['1.0.0', { NPM_TOKEN: token }],
    ['2.0.0', { CC_NPM_BASIC_AUTH: userAndPassword }],
  ] as const) {
    const files = filesFor(registry, greeting(version))
    const { state, log } = await deploy(subject, files, credentials)
    assert.equal(state, 'OK', log.join('\n'))
    const seen = JSON.parse(await subject.answer())
    assert.equal(seen.greeting, `a private greeting ${version}`)
    assert.ok(!seen.home.some((name: string) => /^\.(npmrc|yarnrc\.yml)$/.test(name)), seen.home)
    for (const name of Object.keys(credentials)) delete seen.environment[name]
    watch.assertFree(JSON.stringify(seen))
  }
  await watch.assertFreeFolder(subject.engine)
}

const { npm: npmProject = assert.fail(), ...others } = privateProjects
const sentence = 'installs from a private registry with a token or a password, and not without'

test(`npm: ${sentence}`, async () => {
  await using application = await pushed('npm')
  await installs(application, npmProject)
})

for (const [manager, filesFor] of Object.entries(others)) {
  test(`${manager}: ${sentence}`, () => installs(built(), filesFor))
}

const byToken = { NPM_TOKEN: token }
const byPassword = { CC_NPM_BASIC_AUTH: userAndPassword }

async function installsAll(
  subject: Subject,
  tools: readonly (readonly [string, Record<string, string>])[],
): Promise<void> {
  for (const [tool, credentials] of tools) {
    const variables = { ...credentials, CC_NODE_BUILD_TOOL: tool }
    const { state, log } = await deploy(subject, whollyPrivate(registry), variables)
    assert.equal(state, 'OK', log.join('\n'))
    const { greeting } = JSON.parse(await subject.answer())
    assert.equal(greeting, 'a private greeting 1.0.0')
  }
  await watch.assertFreeFolder(subject.engine)
}

test('private registry: an application may install all its packages from one', async () => {
  await using application = await pushed('everything')
  await installsAll(application, [['npm', byToken]])
  await installsAll(built(), [
    ['pnpm', byPassword],
    ['yarn', byPassword],
    ['yarn-berry', byToken],
    ['bun', byPassword],
  ])
})

test('private registry: setting both kinds of credentials is refused, and without any the packages of others are not used', async () => {
  await using application = await pushed('stranger')
  const files = npmProject(registry, greeting('1.0.0'))
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
  watch.assertFree(opened.problems.join('\n'))
  for (const folder of [join(berth.data, 'engine'), opened.folder])
    await watch.assertFreeFolder(folder)
})
