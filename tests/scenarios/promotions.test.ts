import assert from 'node:assert/strict'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

/** Installed and built with values that no second run makes, and with the path at which that was. */
const version = (number: number): Record<string, string> => ({
  'package.json': JSON.stringify({
    name: 'shop',
    version: '1.0.0',
    scripts: {
      postinstall: 'mkdir -p node_modules && cat /proc/sys/kernel/random/uuid > node_modules/made',
      start: 'node server.js',
    },
  }),
  'package-lock.json': JSON.stringify({
    name: 'shop',
    version: '1.0.0',
    lockfileVersion: 3,
    requires: true,
    packages: { '': { name: 'shop', version: '1.0.0', hasInstallScript: true } },
  }),
  'server.js': `
    const { readFileSync, writeFileSync } = require('node:fs')
    const read = (path) => readFileSync(path, 'utf8').trim()
    require('node:http').createServer((_, response) => {
      writeFileSync('node_modules/written', 'by the application')
      const built = read(read('place') + '/built')
      const { WHERE, APP_ID, APP_HOME } = process.env
      const linked = read('/home/app/' + APP_ID + '/built') === built
      response.end(JSON.stringify({ number: ${number}, built, made: read('node_modules/made'), WHERE, APP_HOME, linked }))
    }).listen(8080, '0.0.0.0')`,
})
const buildHook = 'cat /proc/sys/kernel/random/uuid > built; pwd > place'

test('promotion: production gets what staging was built as, and keeps it when staging is deleted', async () => {
  await using berth = await TestBerth.start()
  const { client, data } = berth
  const [staging, production] = [
    await PushedApplication.create(berth, 'staging'),
    await PushedApplication.create(berth, 'production'),
  ]
  const variables = { CC_POST_BUILD_HOOK: buildHook }
  await client.environment.replace(staging.record, { ...variables, WHERE: 'staging' })
  await client.environment.replace(production.record, { WHERE: 'production' })
  const visit = async (application: PushedApplication) =>
    JSON.parse((await application.visit()).body)
  const ended = async (deploymentId: string) => {
    const deployment = await until(
      async () => {
        const all = await production.deployments()
        return all.find(({ uuid, state }) => uuid === deploymentId && state !== 'WIP')
      },
      { timeout: 300_000, every: 50, what: 'the deployment' },
    )
    const log = await production.log(deploymentId)
    assert.equal(deployment.state, 'OK', log.join('\n'))
    assert.ok(!log.some((line) => line.startsWith('Build succeeded')))
  }
  const promote = async () => {
    const from = staging.record.id
    await ended((await client.promotions.promote(production.record, { from })).deploymentId)
  }
  const isOf = async (built: { built: string }) =>
    assert.deepEqual(await visit(production), { ...built, WHERE: 'production' })

  const builds: { built: string }[] = []
  for (const number of [1, 2]) {
    const { state, uuid } = await staging.deploy(version(number))
    assert.equal(state, 'OK', (await staging.log(uuid)).join('\n'))
    const built = await visit(staging)
    assert.equal(built.WHERE, 'staging')
    builds.push(built)
    await promote()
    await isOf(built)
  }
  const [first, second] = builds
  assert.ok(first && second && first.built !== second.built)
  await artifactsAreOwn(data)
  const wordsOf = async (number: number) => {
    const { branch, commitSummary, comparison } = await client.deployments.story(
      production.record,
      number,
    )
    const { status, aheadBy, behindBy } = comparison ?? {}
    return [branch, commitSummary?.message, status, aheadBy, behindBy]
  }
  assert.deepEqual(await wordsOf(2), ['master', 'Another version', 'ahead', 1, 0])

  await staging.ok('delete', '--yes')
  await isOf(second)
  await ended((await client.instances.redeploy(production.record, {})).deploymentId)
  await isOf(second)
  await ended((await client.releases.rollback(production.record, 1)).deploymentId)
  await isOf(first)
  assert.deepEqual(await wordsOf(3), ['master', 'Another version', 'identical', 0, 0])
  assert.deepEqual(await wordsOf(4), ['master', 'Another version', 'behind', 0, 1])
  await production.ok('delete', '--yes')
  for (const folder of ['artifacts', 'instances', 'builds', 'installations']) {
    assert.deepEqual(await readdir(join(data, 'engine', folder)), [], folder)
  }
})

/** The dependencies of the artifacts are layers where there are overlays, and each application has its own. */
async function artifactsAreOwn(data: string): Promise<void> {
  const artifacts = join(data, 'engine/artifacts')
  for (const id of await readdir(artifacts)) {
    const { layer } = JSON.parse(await readFile(join(artifacts, id, 'artifact.json'), 'utf8'))
    if (layer === undefined) continue
    const [app, own] = [
      join(artifacts, id, 'app'),
      join(data, 'engine/installations', layer, 'app'),
    ]
    assert.equal((await stat(own)).uid, (await stat(app)).uid)
  }
}
