import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adviceOnSilence, createSilenceNotice, describeSilence } from './silent-start.ts'
import { startTimeoutOf } from './start-timeout.ts'

test('start timeout: what starts slowly gets the longer of the two', () => {
  const policies = { healthCheckTimeout: 60, slowStartTimeout: 180 }
  assert.equal(startTimeoutOf({}, policies), 60)
  assert.equal(startTimeoutOf({ startup: 'slow' }, policies), 180)
  assert.equal(startTimeoutOf({ startup: 'slow' }, { ...policies, healthCheckTimeout: 600 }), 600)
})

const silent = { port: 8080, timeout: 60_000, maxTimeout: 1_800_000 }

test('silent start: the failure says that the application runs, and names the variable with a longer time', () => {
  assert.match(describeSilence(silent), /nothing listens on 0\.0\.0\.0:8080 after 1m, though/)
  assert.match(adviceOnSilence(silent).join(), /CC_HEALTH_CHECK_DEADLINE 2m` \(1m now, at most 30m/)
  assert.match(adviceOnSilence({ ...silent, timeout: 90_000 }).join(), /DEADLINE 3m` \(90s now/)
  assert.match(adviceOnSilence({ ...silent, timeout: 1_200_000 }).join(), /DEADLINE 30m`/)
  assert.deepEqual(adviceOnSilence({ ...silent, timeout: silent.maxTimeout }), [])
})

test('silent start: the log says once that the application runs and does not listen yet', async () => {
  const lines: string[] = []
  const facts = { sockets: 0, isDown: false }
  const notice = () =>
    createSilenceNotice(silent, {
      listening: async () => Array(facts.sockets).fill({ host: '0.0.0.0', port: 3000 }),
      isDown: () => facts.isDown,
      say: (line) => lines.push(line),
    })
  const first = notice()
  await first(29_999)
  assert.deepEqual(lines, [])
  for (const waited of [30_000, 40_000]) await first(waited)
  assert.equal(lines.length, 1)
  assert.match(lines[0] ?? '', /runs, and does not listen on port 8080 yet.*CC_HEALTH_CHECK_DEAD/)
  facts.sockets = 1
  await notice()(30_000)
  Object.assign(facts, { sockets: 0, isDown: true })
  await notice()(30_000)
  assert.equal(lines.length, 1)
})
