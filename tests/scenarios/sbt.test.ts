import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { plainSbt } from '#tests/support/projects/play-projects.ts'
import { provideSbt, quickJvm } from '#tests/support/projects/play-tools.ts'

/** The smallest application that sbt can stage; those of Play, which is built by sbt as well, are in depth. */
let berth: TestBerth

/** A new machine downloads 130 MB. */
const buildTimeout = 400_000

before(
  async () => {
    await provideSbt()
    berth = await TestBerth.lease()
  },
  { timeout: buildTimeout },
)
after(() => berth?.[Symbol.asyncDispose]())

test('sbt: a push is staged and served', async () => {
  const owner = berth.admin.organisationId
  const plain = await PushedApplication.create(berth, 'plain', undefined, owner, 'sbt')
  const options = { name: 'JAVA_TOOL_OPTIONS', value: quickJvm }
  await berth.client.environment.set(plain.record, options)
  await plain.project.write(plainSbt)
  const commit = await plain.project.commit('First version')
  await plain.project.git('push', 'berth', 'master')
  const { state, uuid } = await plain.ended(commit, buildTimeout)
  assert.equal(state, 'OK', (await plain.log(uuid)).join('\n'))
  assert.equal((await plain.visit()).body, 'plain')
})
