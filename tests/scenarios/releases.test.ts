import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

const kept = 3

/** The response contains the version and the build; no two builds are equal. */
const version = (number: number): Record<string, string> => ({
  'package.json': JSON.stringify({ scripts: { start: 'node server.js' } }),
  'server.js': `
    const built = require('node:fs').readFileSync('built', 'utf8').trim()
    require('node:http').createServer((_, response) => response.end('version ${number}, ' + built))
      .listen(8080, '0.0.0.0')`,
})
const variables = {
  CC_RUN_COMMAND: 'node server.js',
  CC_POST_BUILD_HOOK: 'cat /proc/sys/kernel/random/uuid | tee built > ~/.cache/left',
}

test('releases: the last ones are kept, roll back without a build, and are deleted with their application', async () => {
  await using berth = await TestBerth.start({ BERTH_RELEASES_KEPT: String(kept) })
  const application = await PushedApplication.create(berth, 'rolling-back')
  const { client, data } = berth
  await client.environment.replace(application.record, variables)
  const commits: string[] = []
  const answers: string[] = []
  for (let number = 1; number <= kept + 2; number++) {
    const { state, commit, uuid } = await application.deploy(version(number))
    assert.equal(state, 'OK', (await application.log(uuid)).join('\n'))
    commits.push(commit ?? '')
    answers.push((await application.visit()).body)
  }
  assert.equal(new Set(answers).size, kept + 2)
  await artifactsAre(data, kept)

  const backTo = async (number: number) => {
    const answer = await client.instances.redeploy(application.record, {
      commit: commits[number - 1],
    })
    return endOf(answer.deploymentId)
  }
  const endOf = async (deploymentId: string) => {
    const deployment = await until(
      async () => {
        const all = await application.deployments()
        return all.find(({ uuid, state }) => uuid === deploymentId && state !== 'WIP')
      },
      { timeout: 300_000, every: 50, what: 'the way back' },
    )
    const log = await application.log(deploymentId)
    assert.equal(deployment.state, 'OK', log.join('\n'))
    return log
  }
  const log = await backTo(kept)
  assert.ok(log.some((line) => line.startsWith(`Nothing to build: release ${kept} `)))
  assert.ok(!log.some((line) => line.startsWith('Build succeeded')))
  assert.equal((await application.visit()).body, answers[kept - 1])

  const rebuilt = await backTo(1)
  assert.ok(rebuilt.some((line) => line.startsWith('Build succeeded')))
  const { body } = await application.visit()
  assert.match(body, /^version 1, /)
  assert.notEqual(body, answers[0])
  await artifactsAre(data, kept)

  const before = await client.releases.list(application.record)
  assert.deepEqual(
    before.map(({ state }) => state),
    // The third one shares the artifact of the way back to it.
    ['LIVE', 'KEPT', 'KEPT', 'ARTIFACT_GONE', 'KEPT', 'ARTIFACT_GONE', 'ARTIFACT_GONE'],
  )
  const { deploymentId } = await client.releases.rollback(application.record)
  const undone = await endOf(deploymentId)
  assert.ok(undone.includes(`Nothing to build: release ${before[1]?.number} is kept.`))
  assert.equal((await application.visit()).body, answers[kept - 1])
  await artifactsAre(data, kept)

  assert.notDeepEqual(await readdir(join(data, 'engine/caches')), [])
  await application.ok('delete', '--yes')
  for (const folder of ['artifacts', 'instances', 'builds', 'caches', 'downloads']) {
    assert.deepEqual(await readdir(join(data, 'engine', folder)), [], folder)
  }
  assert.deepEqual(await readdir(join(data, 'repositories')), [])
  const trash = join(data, 'engine/trash')
  await until(async () => (await readdir(trash)).length === 0, {
    timeout: 300_000,
    every: 100,
    what: 'the removal of the files',
  })
})

/** They are removed after visitors have got the new version. */
function artifactsAre(data: string, count: number): Promise<boolean> {
  const folder = join(data, 'engine/artifacts')
  return until(async () => (await readdir(folder)).length === count, {
    timeout: 300_000,
    every: 50,
    what: `${count} artifacts`,
  })
}
