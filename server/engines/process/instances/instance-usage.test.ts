import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseInterfaces } from '#engines/process/network/traffic-counters.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { sampleBuild, sampleStart } from '#tests/support/applications/sample-application.ts'
import { openTestEngine } from '#tests/support/engine/process-engine.ts'
import { answerOf } from '#tests/support/engine/recorded-instances.ts'
import { parseTimes } from './process-usage.ts'

test('usage: counts the CPU time, memory, disk and traffic of an instance', async () => {
  await using opened = await openTestEngine()
  const { engine } = opened
  const artifact = await engine.build(sampleBuild())
  const { address } = await engine.start(sampleStart(artifact, 'one'))
  await answerOf(address)
  const [first] = await engine.usage()
  assert.ok(first?.cpuSeconds && first.cpuSeconds > 0)
  assert.ok(first.memoryBytes && first.memoryBytes > 1_000_000)
  const received = first.receivedBytes
  assert.ok(received !== undefined && received > 0 && first.sentBytes)
  await answerOf(address, `/say/${'x'.repeat(4000)}`)
  const [second] = await engine.usage()
  const growth = (second?.receivedBytes ?? 0) - received
  assert.ok(growth > 4000 && growth < 40_000, `${growth} bytes`)
  assert.ok((second?.cpuSeconds ?? 0) >= first.cpuSeconds)
  await until(async () => (await engine.usage())[0]?.diskBytes !== undefined, {
    timeout: 300_000,
    what: 'the first measurement of the disk',
  })
})

test('interfaces: what a veth of the machine receives, the instance has sent', () => {
  const text = `Inter-|   Receive                                                |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs
    lo:  100       1    0    0    0     0          0         0      100       1    0    0
babcdef01234567: 4096      12    0    0    0     0          0         0     8192       9    0    0
`
  const found = parseInterfaces(text)
  assert.deepEqual(found.get('babcdef01234567'), { receivedBytes: 8192, sentBytes: 4096 })
})

test('processes: a name with parentheses and spaces does not shift the fields', () => {
  const line = `42 (a) b (c) S 7 42 40 0 -1 4194560 100 0 0 0 250 50 100 0 20 0 11 0 5000 99999 300 18446744073709551615`
  assert.deepEqual(parseTimes(line), {
    pid: 42,
    parent: 7,
    session: 40,
    cpuSeconds: 4,
    memoryBytes: 300 * 4096,
  })
  assert.equal(parseTimes(''), undefined)
})
