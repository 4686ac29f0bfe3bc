import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixtureFor } from '#git/fixture.contract.ts'
import { countWrongAttempts } from './https-conversation.ts'

const fixture = fixtureFor()

test('git over HTTPS: an address with too many wrong credentials has to wait, even with right ones', async () => {
  const application = fixture.platform.newApplication()
  const list = (person: 'ann' | 'nobody') =>
    fixture.git(fixture.folder, ['ls-remote', fixture.url('https', application, person)])
  assert.equal((await list('ann')).code, 0)
  for (let attempt = 0; attempt < 20; attempt += 1) {
    assert.match((await list('nobody')).stderr, /Authentication failed/)
  }
  assert.match((await list('ann')).stderr, /remote: Too many wrong credentials .*: wait \d+ s/)
})

test('wrong attempts: expire after a minute and are counted per network', () => {
  let now = 0
  const attempts = countWrongAttempts(() => now)
  const fail = (address: string, times: number) => {
    for (let time = 0; time < times; time += 1) attempts.add(address)
  }
  fail('192.0.2.1', 19)
  assert.equal(attempts.wait('192.0.2.1'), 0)
  fail('::ffff:192.0.2.1', 1)
  now = 20_000
  assert.equal(attempts.wait('192.0.2.1'), 40)
  assert.equal(attempts.wait('192.0.2.2'), 0)
  now = 60_000
  assert.equal(attempts.wait('192.0.2.1'), 0)

  fail('2001:db8::1', 10)
  fail('2001:db8:0:0:ffff::2', 10)
  assert.equal(attempts.wait('2001:db8::3'), 60)
  assert.equal(attempts.wait('2001:db8:0:1::3'), 0)
})

test('wrong attempts: at most ten thousand addresses are kept', () => {
  const attempts = countWrongAttempts(() => 0)
  for (let time = 0; time < 20; time += 1) attempts.add('192.0.2.1')
  for (let network = 0; network < 10_000; network += 1)
    attempts.add(`2001:db8:0:${network.toString(16)}::`)
  assert.equal(attempts.wait('192.0.2.1'), 0)
})
