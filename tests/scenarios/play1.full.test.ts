import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createPlay1, providePlay1 } from '#tests/support/applications/push-play1.ts'
import type { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { play1Hello } from '#tests/support/projects/play1-project.ts'

/** A new machine downloads 200 MB. */
const fetchTimeout = 450_000
/** Every line of Play 1 but the one that an application gets, and a build that fails. */
let berth: TestBerth
let hello: PushedApplication

const lines = [
  ['1.4', '1.4.4'],
  ['1.3', '1.3.4'],
  ['12', '1.2.7.2'],
] as const

before(
  async () => {
    await providePlay1(...lines.map(([, version]) => version))
    berth = await TestBerth.lease()
    hello = await createPlay1(berth)
  },
  { timeout: fetchTimeout },
)
after(() => berth?.[Symbol.asyncDispose]())

for (const [line, version] of lines) {
  test(`play1: PLAY1_VERSION ${line} serves the same application with Play ${version}`, async () => {
    await berth.client.environment.set(hello.record, { name: 'PLAY1_VERSION', value: line })
    const { state } = await hello.deploy(play1Hello)
    assert.equal(state, 'OK', (await hello.log()).join('\n'))
    assert.equal((await hello.visit()).body, `ahoy clevercloud PROD false ${version}`)
  })
}

test('play1: a library that cannot be had fails the build with its name', async () => {
  const yml = 'require:\n    - play\n    - com.example -> nothing 9.9\n'
  const { state, uuid } = await hello.deploy({ 'conf/dependencies.yml': yml })
  await hello.project.write(play1Hello)
  assert.equal(state, 'FAIL')
  const log = (await hello.log(uuid)).join('\n')
  assert.match(log, /com\.example->nothing 9\.9/)
  assert.match(log, /play dependencies --%clevercloud exited with 1/)
})

test('play1: a compile error is shown in the log, and the old version keeps serving', async () => {
  const { state } = await hello.deploy({
    'app/controllers/Application.java': 'package controllers; oops',
  })
  assert.equal(state, 'FAIL')
  assert.match((await hello.log()).join('\n'), /Compilation error|Syntax error/)
  assert.match((await hello.visit()).body, /^ahoy/)
})
