import assert from 'node:assert/strict'
import { BlockList } from 'node:net'
import { test } from 'node:test'
import { fixtureFor } from '#git/fixture.contract.ts'
import { Refusal } from '#platform/model/refusal.ts'

const trustedProxies = new BlockList()
trustedProxies.addAddress('127.0.0.1')
const fixture = fixtureFor({ trustedProxies })

test('git over HTTPS: wrong credentials count for the address that a trusted proxy names, and right ones always pass', async () => {
  const application = fixture.platform.newApplication()
  const heard: string[] = []
  fixture.platform.onWrongCredentials = (from) => {
    heard.push(from)
    if (heard.length > 3) throw new Refusal('limited', 'Too many requests.', { wait: 7 })
  }
  const list = (person: 'ann' | 'nobody') => {
    const forwarded = ['-c', 'http.extraHeader=X-Forwarded-For: 198.51.100.1, 203.0.113.7']
    return fixture.git(fixture.folder, [
      ...forwarded,
      'ls-remote',
      fixture.url('https', application, person),
    ])
  }
  for (let attempt = 0; attempt < 3; attempt += 1) {
    assert.match((await list('nobody')).stderr, /Authentication failed/)
  }
  assert.match((await list('nobody')).stderr, /remote: Too many requests\.[\s\S]*429/)
  const right = await list('ann')
  assert.equal(right.code, 0, right.stderr)
  assert.deepEqual(heard, Array(4).fill('203.0.113.7'))
})
