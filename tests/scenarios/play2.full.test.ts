import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { playJava } from '#tests/support/projects/play-projects.ts'
import { providePlayTools, quickJvm } from '#tests/support/projects/play-tools.ts'

/** A Java application of Play 2.9 with a database of the plan DEV, which allows 5 connections. */
let berth: TestBerth
let hello: PushedApplication
let variables: Record<string, string>

/** A new machine downloads 200 MB. */
const buildTimeout = 400_000
/** Keeps what sbt has staged in the cache of the application, and stages that again where only settings differ, instead of running sbt. */
const keep = 'rm -rf "$SBT_CACHE/staged" && cp -a target/universal/stage "$SBT_CACHE/staged"'
const stageAgain =
  'mkdir -p target/universal && cp -a "$SBT_CACHE/staged" target/universal/stage && cp conf/* target/universal/stage/conf/'
/** With it java tells its version, and does not run sbt. */
const noSbt = '-version'
const controller = 'app/controllers/HomeController.java'
const configuration = 'conf/application.conf'

before(
  async () => {
    await providePlayTools()
    berth = await TestBerth.lease()
    const owner = berth.admin.organisationId
    hello = await PushedApplication.create(berth, 'hello', undefined, owner, 'play2')
    const order = { name: 'db', providerId: 'postgresql-addon', plan: 'dev', region: 'par' }
    const { id } = await berth.client.addons.order(owner, order)
    await berth.client.addons.link(hello.record, id)
    variables = {
      APPLICATION_SECRET: (await hello.ok('secret', 'generate')).stdout.trim(),
      POOL_SIZE: '2',
      JAVA_TOOL_OPTIONS: quickJvm,
      CC_HEALTH_CHECK_DEADLINE: '5m',
    }
    await setVariables({ ...variables, CC_POST_BUILD_HOOK: keep })
  },
  { timeout: buildTimeout },
)
after(() => berth?.[Symbol.asyncDispose]())

const setVariables = (all: Record<string, string>) =>
  berth.client.environment.replace(hello.record, all)

/** State and log of the deployment of these files. */
async function deploy(files: Record<string, string>) {
  await hello.project.write(files)
  const commit = await hello.project.commit('Another version')
  await hello.project.git('push', 'berth', 'master')
  const { state, uuid } = await hello.ended(commit, buildTimeout)
  return { state, log: (await hello.log(uuid)).join('\n') }
}
const fileOf = (path: string) => playJava[path] ?? assert.fail(`no ${path}`)
const connections = async () => Number((await hello.visit()).body.split(' ').at(-1))
const isServing = async () =>
  assert.match((await hello.visit()).body, /^ahoy false 2\.9\.7 with \d$/)

test('play2: a Java application is staged, and served on 8080 with its database', async () => {
  const { state, log } = await deploy(playJava)
  assert.equal(state, 'OK', log)
  assert.match(log, /compiling .* Java sources/)
  assert.doesNotMatch(log, /\x1b\[2K|\| => /, 'no progress bars')
  await isServing()
})

test('play2: request.secure is right behind the HTTPS of the router', async () => {
  const { port } = new URL(berth.addresses.visitors.https)
  const url = `https://${hello.host}:${port}/`
  const words = ['curl', '--silent', '--cacert', berth.addresses.ca, url]
  const { output } = await hello.project.run(words)
  assert.match(output, /^ahoy true /)
})

test('play2: with a pool of half the connections, two pools live side by side while a deployment switches', async () => {
  const restarting = hello.ok('restart')
  const isBoth = async () => (await connections()) > 2
  await Promise.all([
    until(isBoth, { timeout: 300_000, every: 100, what: 'the pools of both instances' }),
    restarting,
  ])
  await isServing()
})

test('play2: a compile error is shown in the log, and the old version keeps serving', async () => {
  const { state, log } = await deploy({
    [controller]: fileOf(controller).replace('return ok(', 'return oops('),
  })
  assert.equal(state, 'FAIL')
  assert.match(log, /HomeController\.java:\d+:\d+: cannot find symbol/)
  assert.match(log, /sbt stage exited with 1/)
  await isServing()
})

test('play2: allowed hosts without the domain fail the deployment before the build', async () => {
  variables = { ...variables, CC_PRE_BUILD_HOOK: stageAgain, SBT_OPTS: noSbt }
  await setVariables({ ...variables, CC_HEALTH_CHECK_DEADLINE: '60s' })
  const { state, log } = await deploy({
    [controller]: fileOf(controller),
    [configuration]: fileOf(configuration).replace('["."]', '[".example.org"]'),
  })
  assert.equal(state, 'FAIL')
  assert.match(log, /hosts\.allowed in conf\/application\.conf has "\.example\.org", and not /)
  assert.doesNotMatch(log, /Build succeeded|exited with/)
  await isServing()
})

test('play2: an application without a secret and without hosts gets both from the platform, which says so', async () => {
  const { APPLICATION_SECRET: _, ...rest } = variables
  await setVariables(rest)
  const { state, log } = await deploy({
    [configuration]: fileOf(configuration).replace('play.filters.hosts.allowed = ["."]\n', ''),
  })
  assert.equal(state, 'OK', log)
  assert.match(log, /Play gets play\.http\.secret\.key from the platform/)
  assert.match(log, /Play gets the application's domains as play\.filters\.hosts\.allowed/)
  await isServing()
})

test('play2: a pool of 10 takes all connections, and the next deployment fails with the rule for pools', async () => {
  const { POOL_SIZE: _, ...rest } = variables
  await setVariables(rest)
  await hello.ok('restart')
  await until(async () => (await connections()) === 5, {
    timeout: 300_000,
    every: 200,
    what: 'the pool that takes everything',
  })
  const { code } = await hello.project.type('restart')
  assert.notEqual(code, 0)
  const log = (await hello.log()).join('\n')
  assert.match(log, /too many connections for role/)
  assert.match(log, /at most half of the connections that the plan of the database allows/)
  await isServing()
})
