import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { PushedApplication, webServer } from '#tests/support/applications/pushed-application.ts'
import { leftOf } from '#tests/support/engine/machine.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { type BadRepository, badRepositories } from '#tests/support/projects/bad-repositories.ts'

/** Undeployable repositories: each fails with a message, and nothing else changes. */
let berth: TestBerth
let application: PushedApplication

before(async () => {
  berth = await TestBerth.start({ BERTH_MAX_CONCURRENT_DEPLOYMENTS: '8' })
  application = await PushedApplication.create(berth, 'web')
  assert.equal((await application.deploy(webServer('the version before'))).state, 'OK')
})
after(() => berth?.[Symbol.asyncDispose]())

const all = Object.entries(badRepositories)

for (const [index, [name, repository]] of all.filter(([, { isLate }]) => !isLate).entries()) {
  test(`bad repositories: one that ${name} fails, and the previous version keeps serving`, async () => {
    // One of them with the whole tool: what it prints and returns is the same without a process of its own.
    await fails(application, repository, '5m', index === 0 ? 'berth' : 'type')
    assert.equal((await application.visit()).body, 'the version before')
    const instances = await berth.client.instances.list(application.record)
    assert.deepEqual(
      instances.map(({ state }) => state),
      ['UP'],
    )
  })
}

const late = all.filter(([, { isLate }]) => isLate)

test(`bad repositories: fail at the health check timeout: ${late.map(([name]) => name).join(', or ')}`, async () => {
  await Promise.all(
    late.map(async ([, repository], index) => {
      const own = await PushedApplication.create(berth, `late-${index}`)
      await fails(own, repository, '8s', 'type')
      assert.deepEqual(await berth.client.instances.list(own.record), [])
      assert.equal((await own.visit()).status, 503)
    }),
  )
})

test('bad repositories: nothing is left on the machine', async () => {
  const namespaces = (await leftOf(berth.data)).filter((line) => line.startsWith('berth-'))
  assert.ok(namespaces.length <= 1, namespaces.join('\n'))
})

/** Deploys it and expects the log lines, state and exit code. */
async function fails(
  deployed: PushedApplication,
  { files, variables, change, lines }: BadRepository,
  timeout: string,
  how: 'berth' | 'type',
): Promise<void> {
  const { client } = berth
  const { project, record } = deployed
  await client.environment.replace(record, { CC_HEALTH_CHECK_DEADLINE: timeout, ...variables })
  await client.applications.update(record, { buildFlavor: 'M', ...change })
  for (const entry of readdirSync(project.folder)) {
    const isKept = entry === '.git' || entry === '.berth.json'
    if (!isKept) await rm(join(project.folder, entry), { recursive: true })
  }
  await project.write(files)
  await project.commit('A bad version')
  const { code, output } = await project[how]('deploy')
  assert.equal(code, 1, output)
  const [newest] = await deployed.deployments()
  assert.equal(newest?.state, 'FAIL')

  const log = await deployed.log(newest?.uuid)
  for (const line of lines) {
    const isThere = (message: string) =>
      typeof line === 'string' ? message === line : line.test(message)
    assert.ok(log.some(isThere), `${line} is missing in:\n${log.join('\n')}`)
  }
  assert.match(log.at(-1) ?? '', /^Deploy failed in /)
}
