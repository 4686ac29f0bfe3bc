import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Example, listExamples } from '#tests/examples.ts'
import { type ExpectedAnswer, expectedAnswer } from '#tests/support/expected-answer.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { outsideNetwork } from '#tests/support/servers/outside-world.ts'
import { sayByWebSocket } from '#tests/support/visitors/web-socket.ts'
import { PushedApplication } from './pushed-application.ts'

/** A tool may have to be downloaded first, while other examples are deployed. */
const timeout = 480_000
/** A cron may have to wait for its minute. */
const quietest = 90_000
const concurrency = 6

/** A server that examples install from, such as one for gems. */
export interface PackageSource extends AsyncDisposable {
  /** Variables of applications that use it. */
  environment: Record<string, string>
}

/** Defines tests that deploy, on one platform, every example of this scenario. */
export async function deployExamples(
  scenario: string,
  openSource?: () => Promise<PackageSource>,
): Promise<void> {
  const examples = await Promise.all(
    (await listExamples()).map(async (example) => ({
      example,
      answer: await expectedAnswer(example),
    })),
  )
  let berth: TestBerth
  let source: PackageSource | undefined

  describe('deployed from a push', { concurrency: concurrency }, () => {
    before(async () => {
      source = await openSource?.()
      berth = await TestBerth.lease(source ? { BERTH_EGRESS_ALLOWED: outsideNetwork } : {})
    })
    after(async () => {
      await berth?.[Symbol.asyncDispose]()
      await source?.[Symbol.asyncDispose]()
    })

    for (const { example, answer } of examples) {
      if (answer?.scenario !== scenario) continue
      test(`examples/${example.name} ${answer.visits ? 'serves its visitors' : 'is run'}`, () =>
        checkExample(berth, withVariables(example, source?.environment), answer))
    }
  })
}

const withVariables = (example: Example, variables: Record<string, string> = {}): Example => ({
  ...example,
  environment: { ...example.environment, ...variables },
})

/** Pushes an example and checks its expected responses and log. */
export async function checkExample(
  berth: TestBerth,
  example: Example,
  { visits = [], webSocket, log = [], logAfterStop = [] }: ExpectedAnswer,
): Promise<void> {
  const application = await PushedApplication.ofExample(berth, example)
  const { stdout } = await application.project.git('rev-parse', 'HEAD')
  await application.project.git('push', 'berth', 'master')
  const { state } = await application.ended(stdout.trim(), timeout)
  assert.equal(state, 'OK', (await application.log()).join('\n'))

  for (const { path, status, body } of visits) {
    const seen = await application.visit(path)
    assert.equal(seen.status, status, seen.body)
    assert.match(seen.body.trim(), new RegExp(body))
  }
  if (webSocket) {
    const visitors = berth.addresses.visitors.http
    const { send, answer } = webSocket
    assert.equal(await sayByWebSocket(visitors, application.host, send), answer)
  }
  for (const line of log) await application.logged(new RegExp(line), quietest)
  if (visits.length > 0) await berth.client.instances.stop(application.record)
  for (const line of logAfterStop) await application.logged(new RegExp(line), quietest)
}
