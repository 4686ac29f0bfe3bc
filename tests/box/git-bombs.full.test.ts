import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { webServer } from '#tests/support/applications/pushed-application.ts'
import { Tenant, type TenantApplication } from '#tests/support/people/tenant.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import * as bombs from '#tests/support/projects/git-bombs.ts'

/** A tenant pushes commits that are small on the wire and huge to walk or check out; another tenant keeps deploying. */
let berth: TestBerth
let mallory: Tenant
let alice: Tenant
let owner: string
let victim: TenantApplication

before(async () => {
  berth = await TestBerth.start({ BERTH_SIGNUP: 'open', BERTH_MAX_CONCURRENT_DEPLOYMENTS: '2' })
  mallory = await Tenant.signUp(berth, 'mallory')
  alice = await Tenant.signUp(berth, 'alice')
  owner = await mallory.organisation('Bombs')
  victim = await alice.application(await alice.organisation('Honest'), 'honest')
})
after(() => berth?.[Symbol.asyncDispose]())

const gitOf =
  ({ project }: TenantApplication): bombs.RunGit =>
  (args, input = '') =>
    runOrThrow(['git', ...args], {
      cwd: project.folder,
      input,
      timeout: 300_000,
      env: project.env as Record<string, string>,
    })

const repositoryOf = ({ record }: TenantApplication) =>
  join(berth.data, 'repositories', `${record.id}.git`)

const pushed: Record<string, [(git: bombs.RunGit) => Promise<string>, RegExp]> = {
  'a tree of trees': [(git) => bombs.treeBomb(git), /more than 500000 files/],
  'folders without files': [(git) => bombs.folderBomb(git), /more than 250000 folders/],
  'a blob that is named 600 times': [(git) => bombs.blobBomb(git), /exceed 4 GB/],
}

test('git bombs: a push is refused with a message, and another owner deploys meanwhile', async () => {
  const refused = Object.entries(pushed).map(async ([name, [make, sentence]], at) => {
    const application = await mallory.application(owner, `bomb-${at}`)
    const commit = await make(gitOf(application))
    const { code, output } = await application.project.tryGit(
      ...['push', 'berth', `${commit}:refs/heads/master`],
    )
    assert.equal(code, 1, `${name}: ${output}`)
    assert.match(output, sentence, name)
    const objects = await readdir(join(repositoryOf(application), 'objects'), { recursive: true })
    assert.deepEqual(objects.sort(), ['info', 'pack'], name)
    assert.deepEqual(await mallory.client.deployments.list(application.record), [], name)
  })
  await victim.push(webServer('honest work'))
  await Promise.all(refused)
  assert.equal((await victim.ended()).state, 'OK', (await victim.log()).join('\n'))
})

test('git bombs: one already in a repository is not deployed and blocks no other deployment', async () => {
  const old = await Promise.all([0, 1, 2].map((at) => mallory.application(owner, `old-${at}`)))
  for (const application of old) {
    // As if pushed to an earlier version of the platform without limits.
    const make = gitOf(application)
    const commit = await bombs.treeBomb(make)
    await application.project.git('push', repositoryOf(application), `${commit}:refs/heads/master`)
    await mallory.client.instances.redeploy(application.record, { commit })
  }
  await victim.push(webServer('more honest work'))
  assert.equal((await victim.ended()).state, 'OK', (await victim.log()).join('\n'))
  for (const application of old) {
    assert.equal((await application.ended()).state, 'FAIL')
    assert.match((await application.log()).join('\n'), /The commit has more than 500000 files/)
  }
  assert.doesNotMatch(berth.output, /bug/)
})
