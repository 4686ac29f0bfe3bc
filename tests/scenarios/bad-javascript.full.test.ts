import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { PushedApplication, webServer } from '#tests/support/applications/pushed-application.ts'
import { lendCompiled } from '#tests/support/compiled-cache.ts'
import { EngineApplication } from '#tests/support/engine/engine-application.ts'
import { leftOf } from '#tests/support/engine/machine.ts'
import { type OpenedEngine, openTestEngine } from '#tests/support/engine/process-engine.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import {
  type BadBuild,
  badBuilds,
  endless,
  refusedPushes,
} from '#tests/support/projects/bad-builds.ts'
import { badLockFiles } from '#tests/support/projects/bad-lock-files.ts'
import { toolchainCache } from '#tests/support/toolchain-cache.ts'
import { npmRegistry } from '#toolchains/npm/registry.ts'
import { createToolchains } from '#toolchains/toolchains.ts'

/**
 * Builds that misuse package managers or the machine: each fails with a message, and leaves nothing behind. Those that only a timeout ends
 * are built by an engine with a short one.
 */
const workers = 4
let patient: TestBerth
let hasty: OpenedEngine

before(async () => {
  const registry = npmRegistry({ environment: process.env })
  ;[patient, hasty] = await Promise.all([
    TestBerth.start({ BERTH_MAX_CONCURRENT_DEPLOYMENTS: '8', BERTH_BUILD_DISK_LIMIT: '256' }),
    openTestEngine({
      registry,
      toolchain: createToolchains({ folder: toolchainCache, registry }),
      buildTimeout: 30_000,
    }),
  ])
  await lendCompiled(hasty.folder)
})
after(() => Promise.all([patient, hasty].map((each) => each[Symbol.asyncDispose]())))

test('bad builds: each fails with a message', { concurrency: true }, async (t) => {
  const waiting = Object.entries({ ...badBuilds, ...badLockFiles })
  await Promise.all([
    ...Array.from({ length: workers }, async (_, worker) => {
      const application = await serving(patient, `worker-${worker}`)
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [name, repository] = next
        await t.test(`a repository that ${name}`, () => fails(application, repository))
      }
    }),
    ...Object.entries(endless).map(async ([name, { files, flavor, lines }], index) => {
      const application = new EngineApplication(hasty, index + 1)
      await t.test(`a repository that ${name}`, async () => {
        const { state, log } = await application.build(files, {}, { flavor: flavor ?? 'M' })
        assert.equal(state, 'FAIL')
        assertLines(lines, log)
      })
    }),
  ])
})

test('bad builds: some are refused at the push', async (t) => {
  const application = await serving(patient, 'refused')
  for (const [name, repository] of Object.entries(refusedPushes)) {
    await t.test(`a repository that ${name}`, () => isRefused(application, repository))
  }
})

test('bad builds: nothing is left on the machine', async () => {
  const engine = join(patient.data, 'engine')
  for (const folder of [engine, hasty.folder]) {
    assert.deepEqual(readdirSync(join(folder, 'builds')), [])
    assert.deepEqual(readdirSync(join(folder, 'trees')), [])
  }
  assert.deepEqual(readdirSync(join(hasty.folder, 'artifacts')), [])
  const serve = workers + 1
  const instances = () => readdirSync(join(engine, 'instances'))
  const isGone = () => instances().length === serve
  await until(isGone, { timeout: 300_000, what: 'the end of other instances' })
  const left = (await leftOf(patient.data)).filter((line) => line.startsWith('berth-'))
  assert.ok(left.length <= serve + 1, left.join('\n'))
})

/** An application with a live version that must keep serving. */
async function serving(berth: TestBerth, name: string): Promise<PushedApplication> {
  const application = await PushedApplication.create(berth, name)
  assert.equal((await application.deploy(webServer('the version before'))).state, 'OK')
  return application
}

/** A refused push leaves the repository unchanged, and nothing is deployed. */
async function isRefused(application: PushedApplication, repository: BadBuild): Promise<void> {
  const { project } = application
  const before = (await application.deployments()).length
  const good = (await project.git('rev-parse', 'HEAD')).stdout.trim()
  await stage(application, repository)
  const { code, output } = await project.tryGit('push', 'berth', 'master')
  assert.notEqual(code, 0)
  for (const line of repository.lines) assert.match(output, line)
  await project.git('reset', '--quiet', '--hard', good)
  assert.equal((await application.deployments()).length, before)
  assert.equal((await application.visit()).body, 'the version before')
}

async function fails(application: PushedApplication, repository: BadBuild): Promise<void> {
  const { project } = application
  const commit = await stage(application, repository)
  await project.git('push', 'berth', 'master')
  const { state, uuid } = await application.ended(commit)
  const log = await application.log(uuid)
  assert.equal(state, 'FAIL')
  assertLines(repository.lines, log)
  assert.match(log.at(-1) ?? '', /^Deploy failed in /)
  assert.equal((await application.visit()).body, 'the version before')
}

function assertLines(lines: readonly RegExp[], log: readonly string[]): void {
  for (const line of lines) {
    const isThere = log.some((message) => line.test(message))
    assert.ok(isThere, `${line} is missing in:\n${log.join('\n')}`)
  }
}

/** Commits a bad version in place of all files and returns the commit id. */
async function stage(
  application: PushedApplication,
  { files, variables = {}, flavor = 'M', prepare }: BadBuild,
): Promise<string> {
  const { project, record, berth } = application
  await berth.client.environment.replace(record, { CC_HEALTH_CHECK_DEADLINE: '20s', ...variables })
  await berth.client.applications.update(record, { buildFlavor: flavor })
  await project.git('rm', '-r', '-q', '--cached', '--ignore-unmatch', '.')
  for (const entry of readdirSync(project.folder)) {
    const isKept = entry === '.git' || entry === '.berth.json'
    if (!isKept) await rm(join(project.folder, entry), { recursive: true })
  }
  await project.write(files)
  await project.git('add', '--all')
  await prepare?.(project)
  await project.git('commit', '--quiet', '--allow-empty', '--message', 'A bad version')
  return (await project.git('rev-parse', 'HEAD')).stdout.trim()
}
