import assert from 'node:assert/strict'
import { globSync, lstatSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { plainSbt, playScala } from '#tests/support/projects/play-projects.ts'
import { providePlayTools, quickJvm } from '#tests/support/projects/play-tools.ts'
import { Project } from '#tests/support/projects/project.ts'
import { toolchainCache } from '#tests/support/toolchain-cache.ts'
import { sharedArtifactFolder } from '#toolchains/maven/shared/shared-artifacts.ts'

/** A Scala application of Play 3.0 in one of several modules, and one of sbt without Play. */
let berth: TestBerth
let scala: PushedApplication
let plain: PushedApplication

/** A new machine downloads 200 MB. */
const buildTimeout = 400_000
const quiet = '--no-update-notifier'

before(
  async () => {
    await providePlayTools()
    berth = await TestBerth.lease()
  },
  { timeout: buildTimeout },
)
after(async () => {
  await scala?.project[Symbol.asyncDispose]()
  await berth?.[Symbol.asyncDispose]()
})

async function deploy(application: PushedApplication, files: Record<string, string>) {
  await application.project.write(files)
  const commit = await application.project.commit('Another version')
  await application.project.git('push', 'berth', 'master')
  const { state, uuid } = await application.ended(commit, buildTimeout)
  return { state, log: (await application.log(uuid)).join('\n') }
}

const quicken = ({ record }: PushedApplication) =>
  berth.client.environment.set(record, { name: 'JAVA_TOOL_OPTIONS', value: quickJvm })

/** Jars in the Coursier cache of an application, as this platform keeps it. */
function jarsOf({ record }: PushedApplication) {
  const cwd = join(berth.data, 'engine/caches', record.id, 'sbt/coursier/cache')
  const paths = globSync('**/*.jar', { cwd })
  const isLink = (path: string) => lstatSync(join(cwd, path)).isSymbolicLink()
  return { all: paths, downloaded: paths.filter((path) => !isLink(path)) }
}

test('play2: the stock client creates an application, and a module of it is staged and served', async () => {
  const organisationId = berth.admin.organisationId
  const project = await Project.create(berth, 'scala')
  const words = ['create', '--type', 'play2', 'scala', '--region', 'par', '--org', organisationId]
  const created = await project.clever(...words, quiet)
  assert.equal(created.code, 0, created.output)
  scala = await PushedApplication.of(berth, project, { name: 'scala', organisationId })
  await project.git('remote', 'add', 'berth', scala.record.deployment.httpUrl ?? '')
  project.env.GIT_SSL_CAINFO = berth.addresses.ca
  const secret = (await project.type('secret', 'generate')).stdout.trim()
  for (const [name, value] of [
    ['APPLICATION_SECRET', secret],
    ['SBT_DEPLOY_GOAL', 'service1/stage'],
    ['CC_SBT_TARGET_DIR', 'service1'],
  ] as const) {
    const set = await project.clever('env', 'set', name, value, quiet)
    assert.equal(set.code, 0, set.output)
  }
  await quicken(scala)
  const { state, log } = await deploy(scala, playScala)
  assert.equal(state, 'OK', log)
  assert.match(log, /compiling 1 Scala source to .*\/shared\/target/)
  assert.equal((await scala.visit()).body, 'ahoy false 3.0.8')
})

test('sbt: an application of another packager is staged and served, and downloads nothing that was downloaded before', async () => {
  const shared = sharedArtifactFolder(toolchainCache)
  const isShared = (path: string) => globSync(path, { cwd: shared }).length > 0
  assert.ok(jarsOf(scala).all.length > 50)
  await until(async () => jarsOf(scala).all.every(isShared), {
    timeout: buildTimeout,
    every: 1000,
    what: 'the artifacts that the first application has used',
  })
  const owner = berth.admin.organisationId
  plain = await PushedApplication.create(berth, 'plain', undefined, owner, 'sbt')
  await quicken(plain)
  const { state, log } = await deploy(plain, plainSbt)
  assert.equal(state, 'OK', log)
  assert.equal((await plain.visit()).body, 'plain')
  assert.deepEqual(jarsOf(plain).downloaded, [])
})
