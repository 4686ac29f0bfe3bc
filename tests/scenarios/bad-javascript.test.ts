import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type BadBuild, badBuilds, endless } from '#tests/fixtures/bad-builds.ts'
import { badLockFiles } from '#tests/fixtures/bad-lock-files.ts'
import { TestBerth } from '#tests/fixtures/berth.ts'
import { leftOf } from '#tests/fixtures/machine.ts'
import { PushedApplication } from '#tests/fixtures/pushed-application.ts'

/** Misused package managers, and repositories that misuse the machine: a sentence for each, and nothing is left. */
const lanes = 4
let patient: TestBerth
let hasty: TestBerth

before(async () => {
  const settings = { BERTH_DEPLOYMENTS_AT_ONCE: '8', BERTH_BUILD_DISK_LIMIT: '256' }
  ;[patient, hasty] = await Promise.all([
    TestBerth.start(settings),
    TestBerth.start({ ...settings, BERTH_BUILD_DEADLINE: '12s' }),
  ])
})
after(() => Promise.all([patient, hasty].map((berth) => berth[Symbol.asyncDispose]())))

test('each ends with a sentence', { concurrency: true }, async (t) => {
  const waiting = Object.entries({ ...badBuilds, ...badLockFiles })
  await Promise.all([
    ...Array.from({ length: lanes }, async (_, lane) => {
      const application = await PushedApplication.create(patient, `lane-${lane}`)
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [name, repository] = next
        await t.test(`a repository that ${name}`, () => fails(application, repository))
      }
    }),
    ...Object.entries(endless).map(async ([name, repository], index) => {
      const application = await PushedApplication.create(hasty, `endless-${index}`)
      await t.test(`a repository that ${name}`, () => fails(application, repository))
    }),
  ])
})

test('nothing of them is left on the machine', async () => {
  for (const berth of [patient, hasty]) {
    assert.deepEqual(readdirSync(join(berth.data, 'engine/builds')), [])
    assert.deepEqual(readdirSync(join(berth.data, 'engine/instances')), [])
    const left = (await leftOf(berth.data)).filter((line) => line.startsWith('berth-'))
    assert.ok(left.length <= 1, left.join('\n'))
  }
})

async function fails(
  application: PushedApplication,
  { files, variables = {}, flavor = 'M', prepare, lines }: BadBuild,
): Promise<void> {
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
  const commit = (await project.git('rev-parse', 'HEAD')).stdout.trim()
  await project.git('push', 'berth', 'master')
  const { state, uuid } = await application.ended(commit)
  const log = await application.log(uuid)
  assert.equal(state, 'FAIL')
  for (const line of lines) {
    assert.ok(
      log.some((message) => line.test(message)),
      `${line} is missing in:\n${log.join('\n')}`,
    )
  }
  assert.match(log.at(-1) ?? '', /^Deploy failed in /)
}
