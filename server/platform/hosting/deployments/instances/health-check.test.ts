import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { checkHealth, type HealthCheckRequest, healthCheckOf } from './health-check.ts'

const address = { host: '10.0.0.2', port: 8080 }

/** A health check whose paths answer from lists; the last answer repeats. */
function checking(
  answers: Record<string, (number | undefined)[]>,
  more: Partial<HealthCheckRequest> = {},
) {
  const lines: string[] = []
  const checking: HealthCheckRequest = {
    check: { paths: Object.keys(answers), timeout: 200 },
    instance: { address, host: 'a.test' },
    probe: async (_, { path }) => {
      const list = answers[path] ?? []
      return list.length > 1 ? list.shift() : list[0]
    },
    exited: new Promise(() => {}),
    listening: async () => [],
    say: (line) => lines.push(line),
    signal: new AbortController().signal,
    ...more,
  }
  return { checking, lines }
}

const exit = { code: 1, sentence: 'Instance 0 exited with code 1.', exits: 1, lastLines: [] }

const failureOf = async (checking: HealthCheckRequest): Promise<Failure> => {
  try {
    await checkHealth(checking)
  } catch (error) {
    return error as Failure
  }
  throw new Error('the check passed')
}

test('health check: the default path is the root', () => {
  assert.deepEqual(healthCheckOf({}, 1000), { paths: ['/'], timeout: 1000, steadyFor: 30_000 })
})

test('health check: the single path comes first, numbered ones follow in order', () => {
  const environment = {
    CC_HEALTH_CHECK_PATH_10: '/ten',
    CC_HEALTH_CHECK_PATH_2: '/two',
    CC_HEALTH_CHECK_PATH: 'ready',
    CC_HEALTH_CHECK_DEADLINE: '5s',
  }
  assert.deepEqual(healthCheckOf(environment, 1), {
    paths: ['/ready', '/two', '/ten'],
    timeout: 5000,
  })
})

test('health check: an invalid path or timeout is named', () => {
  assert.throws(() => healthCheckOf({ CC_HEALTH_CHECK_PATH: '/a b\n' }, 1), /CC_HEALTH_CHECK_PATH/)
  assert.throws(
    () => healthCheckOf({ CC_HEALTH_CHECK_DEADLINE: 'soon' }, 1),
    /CC_HEALTH_CHECK_DEADLINE/,
  )
})

test('health check: passes when every path has answered 200, and logs each answer once', async () => {
  const { checking: given, lines } = checking({ '/': [undefined, 503, 503, 200], '/db': [200] })
  given.check.timeout = 60_000
  await checkHealth(given)
  assert.deepEqual(lines, [
    'Response from GET /db is 200',
    'Response from GET / is 503',
    'Response from GET / is 200',
  ])
})

for (const status of [201, 204, 301, 404, 500]) {
  test(`health check: ${status} is not 200`, async () => {
    const { checking: given, lines } = checking({ '/': [200], '/x': [status] })
    const failure = await failureOf(given)
    assert.equal(failure.step, 'health-check')
    assert.equal(failure.message, 'Health check failed:')
    assert.equal(failure.advice[0], `- GET /x returned ${status}.`)
    assert.match(failure.advice[1] ?? '', /CC_HEALTH_CHECK_PATH/)
    assert.ok(lines.includes(`Response from GET /x is ${status}`))
  })
}

test('health check: an instance that exits for good fails the start at once', async () => {
  const exited = Promise.resolve(exit)
  const { checking: given } = checking({ '/': [undefined] }, { exited })
  given.check.timeout = 60_000
  const failure = await failureOf(given)
  assert.deepEqual([failure.step, failure.message], ['start', 'Instance 0 exited with code 1.'])
})

test('health check: an instance that is down at the deadline fails the start with its last lines', async () => {
  const lastExit = () => ({ ...exit, exits: 3, lastLines: ['no database', ''] })
  const { checking: given } = checking({ '/': [undefined] }, { lastExit })
  const { step, message, advice } = await failureOf(given)
  assert.deepEqual([step, message], ['start', 'Instance 0 exited with code 1.'])
  assert.deepEqual(advice, [
    'It was started 3 times, and ended each time.',
    'Its last lines:',
    '  no database',
  ])
})

test('health check: a wrong port is reported after a crash and restart too', async () => {
  const listening = async () => [{ host: '0.0.0.0', port: 3000 }]
  const { checking: given } = checking({ '/': [undefined] }, { lastExit: () => exit, listening })
  assert.match((await failureOf(given)).message, /listens on 0\.0\.0\.0:3000/)
})

test('health check: a wrong port is named with what to change', async () => {
  const listening = async () => [{ host: '127.0.0.1', port: 3000 }]
  const { checking: given } = checking({ '/': [undefined] }, { listening })
  const { message } = await failureOf(given)
  assert.match(message, /nothing listens on 0\.0\.0\.0:8080.*127\.0\.0\.1:3000.*PORT is 8080/)
})

test('health check: an address of IPv6 is named in brackets, wherever it listens', async () => {
  for (const port of [3000, 8080]) {
    const listening = async () => [{ host: '::', port }]
    const { checking: given } = checking({ '/': [undefined] }, { listening })
    const { message } = await failureOf(given)
    assert.ok(message.includes(`[::]:${port}`), message)
  }
})

test('health check: the right port on loopback only is named', async () => {
  const listening = async () => [{ host: '127.0.0.1', port: 8080 }]
  const { checking: given } = checking({ '/': [undefined] }, { listening })
  assert.match((await failureOf(given)).message, /listens on 127\.0\.0\.1:8080.*0\.0\.0\.0:8080/)
})

test('health check: a wrong address is logged when it is first seen, with the advice of the recipe', async () => {
  const listening = async () => [{ host: '127.0.0.1', port: 3000 }]
  const listenAdvice =
    "Fastify takes the address from the code: fastify.listen({ host: '0.0.0.0' })."
  const { checking: given, lines } = checking({ '/': [undefined] }, { listening, listenAdvice })
  // It looks every `steadyFor` when that is shorter than two seconds.
  given.check = { ...given.check, timeout: 60_000, steadyFor: 100 }
  const failure = await failureOf(given)
  assert.deepEqual(lines, [
    'The application listens on 127.0.0.1:3000 so far, and visitors come to 0.0.0.0:8080 (PORT is 8080).',
    listenAdvice,
  ])
  assert.deepEqual(failure.advice, [listenAdvice])
})

for (const [what, answer, listening, sentence] of [
  ['a wrong port', undefined, [{ host: '0.0.0.0', port: 3000 }], /listens on 0\.0\.0\.0:3000/],
  ['a steady 500', 500, [], /^Health check failed:$/],
] as const) {
  test(`health check: ${what} fails long before the deadline, with advice`, async () => {
    const { checking: given } = checking(
      { '/': [answer] },
      { listening: async () => [...listening] },
    )
    Object.assign(given.check, { timeout: 600_000, steadyFor: 50 })
    const { message, advice } = await failureOf(given)
    assert.match(message, sentence)
    assert.equal(
      advice.some((line) => /CC_HEALTH_CHECK_PATH/.test(line)),
      answer !== undefined,
      'a wrong port is no matter of the path',
    )
  })
}

test('health check: a cancelled check rejects with the reason of its signal', async () => {
  const abort = new AbortController()
  const { checking: given } = checking({ '/': [undefined] }, { signal: abort.signal })
  given.check.timeout = 60_000
  const check = checkHealth(given)
  abort.abort(new Error('cancelled'))
  await assert.rejects(check, /cancelled/)
})

test('health check: a 400 is explained by the Host that was asked with, and by what was printed', async () => {
  const adviceOnOutput = () => ['Play answers 400 to hosts that it does not know.']
  const { checking: given } = checking({ '/': [400] }, { adviceOnOutput })
  const { advice } = await failureOf(given)
  assert.match(advice.join('\n'), /- GET \/ returned 400\.\n.*Host: a\.test.*Play answers 400/s)
  const other = await failureOf(checking({ '/': [404] }).checking)
  assert.doesNotMatch(other.advice.join(), /Host/)
})

test('health check: silence is explained by what was printed first, then by a slow start', async () => {
  const adviceOnOutput = () => ['The database refuses further connections.']
  const { checking: given, lines } = checking({ '/': [undefined] }, { adviceOnOutput })
  const { step, message, advice } = await failureOf(given)
  assert.equal(step, 'health-check')
  assert.match(message, /nothing listens on 0\.0\.0\.0:8080 after 1s, though the application runs/)
  assert.deepEqual(advice.slice(0, 1), adviceOnOutput())
  assert.match(advice[1] ?? '', /berth env set CC_HEALTH_CHECK_DEADLINE 1m/)
  assert.match(lines.join(), /runs, and does not listen on port 8080 yet/)
})

test('health check: an instance that crashed and runs again at the deadline is told so', async () => {
  const again = { lastExit: () => exit, isDown: () => false }
  const { checking: given } = checking({ '/': [undefined] }, again)
  const { step, advice } = await failureOf(given)
  assert.equal(step, 'start')
  assert.match(advice.join('\n'), /started again, and runs without.*CC_HEALTH_CHECK_DEADLINE/s)
  const down = await failureOf({ ...given, isDown: () => true })
  assert.doesNotMatch(down.advice.join(), /CC_HEALTH_CHECK_DEADLINE/)
})
