import assert from 'node:assert/strict'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { openS3Objects } from '#stores/objects/s3-objects.ts'
import { openS3Server } from '#tests/support/objects/s3-server.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { Project } from '#tests/support/projects/project.ts'
import { openPostgresqlServer } from '#tests/support/servers/postgresql-server.ts'

/** The whole platform with its facts in PostgreSQL and its repositories in S3. */
const database = await openPostgresqlServer()
const s3 = await openS3Server()
const bucket = await s3.createBucket()
const berth = await TestBerth.start({
  BERTH_STORE: (await database.createDatabase()).href,
  BERTH_FILES: `s3://${bucket.bucket}/berth`,
  BERTH_S3_ENDPOINT: bucket.endpoint ?? '',
  BERTH_S3_ACCESS_KEY: bucket.accessKey,
  BERTH_S3_SECRET_KEY: bucket.secretKey,
})
const project = await Project.create(berth, 'hello', 'hello')
after(async () => {
  await berth[Symbol.asyncDispose]()
  await s3[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

const ok = async (...args: string[]) => {
  const ran = await project.berth(...args)
  assert.equal(ran.code, 0, `berth ${args.join(' ')}:\n${ran.output}`)
  return ran
}
const deploymentsEnd = (count: number) =>
  until(
    async () => {
      const list: { state: string }[] = JSON.parse(
        (await ok('activity', '--format', 'json')).stdout,
      )
      const states = list.map(({ state }) => state)
      return states.length >= count && !states.includes('WIP') && states
    },
    { timeout: 120_000, every: 200, what: `the end of ${count} deployments` },
  )

test('shared files: a server that has lost its repositories restores them for the next push and deployment', async () => {
  await ok('login', '--local', '--data', berth.data)
  const { organisationId } = berth.admin
  await ok('create', '--type', 'node', 'hello', '--region', 'par', '--org', organisationId)
  await project.git('push', 'berth', 'master')
  assert.deepEqual(await deploymentsEnd(1), ['OK'])

  await berth.signal('SIGTERM')
  const repositories = join(berth.data, 'repositories')
  const [repository = ''] = await readdir(repositories)
  await rm(repositories, { recursive: true })
  await mkdir(repositories, { mode: 0o700 })
  await berth.start()
  await ok('restart', '--without-cache')
  assert.deepEqual(await deploymentsEnd(2), ['OK', 'OK'])
  assert.deepEqual(await readdir(repositories), [repository])
  await project.write({ 'news.txt': 'second version' })
  await project.commit('Second version')
  await project.git('push', 'berth', 'master')
  assert.deepEqual(await deploymentsEnd(3), ['OK', 'OK', 'OK'])

  const objects = openS3Objects(bucket)
  const id = repository.replace('.git', '')
  assert.equal((await Array.fromAsync(objects.list(`repositories/${id}/`))).length, 2)
  for (const hidden of [bucket.secretKey, 'bug:']) assert.ok(!berth.output.includes(hidden))
  await ok('delete', '--yes')
  assert.deepEqual(await Array.fromAsync(objects.list(`repositories/${id}/`)), [])
  objects.close()
})
