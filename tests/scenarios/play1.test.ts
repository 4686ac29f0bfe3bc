import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createPlay1, providePlay1 } from '#tests/support/applications/push-play1.ts'
import type { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { play1Hello } from '#tests/support/projects/play1-project.ts'

/** A new machine downloads 100 MB. */
const fetchTimeout = 450_000
let berth: TestBerth
let hello: PushedApplication

before(
  async () => {
    await providePlay1('1.5.0')
    berth = await TestBerth.lease()
    hello = await createPlay1(berth)
  },
  { timeout: fetchTimeout },
)
after(() => berth?.[Symbol.asyncDispose]())

test('play1: a push is resolved, precompiled and served on 8080 with the profile of the platform', async () => {
  const { state } = await hello.deploy(play1Hello)
  const log = (await hello.log()).join('\n')
  assert.equal(state, 'OK', log)
  assert.match(log, /modules\/secure -> /)
  assert.match(log, /Application is precompiled/)
  assert.doesNotMatch(log, /downloading |XForwardedSupport/)
  assert.equal((await hello.visit()).body, 'ahoy clevercloud PROD false 1.5.0')
})

test('play1: request.secure is right behind the HTTPS of the router', async () => {
  const { port } = new URL(berth.addresses.visitors.https)
  const url = `https://${hello.host}:${port}/`
  const words = ['curl', '--silent', '--cacert', berth.addresses.ca, url]
  const { output } = await hello.project.run(words)
  assert.match(output, / true /)
})
