import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseNetwork, hubOf, nextAddress } from './addresses.ts'

const network = '100.80.4.0/22'

test('addresses of a group: each is given once, and a released one last', () => {
  assert.equal(hubOf(network), '100.80.4.1')
  const used = new Set<string>()
  let last = hubOf(network)
  for (;;) {
    const next = nextAddress(network, last, used)
    if (next === undefined) break
    assert.ok(!used.has(next))
    used.add(next)
    last = next
  }
  assert.equal(used.size, 1021)
  assert.ok(!used.has('100.80.4.0') && !used.has('100.80.4.1') && !used.has('100.80.7.255'))
  used.delete('100.80.4.9')
  assert.equal(nextAddress(network, last, used), '100.80.4.9')
  used.delete('100.80.5.0')
  assert.equal(nextAddress(network, '100.80.4.9', used), '100.80.5.0')
})

test('subnets of groups: all of the range, each once', () => {
  const range = '100.80.0.0/20'
  const used: string[] = []
  for (const draw of [3, 0, 1, 0])
    used.push(chooseNetwork(range, used, () => draw) ?? assert.fail())
  assert.deepEqual(used.toSorted(), [
    '100.80.0.0/22',
    '100.80.12.0/22',
    '100.80.4.0/22',
    '100.80.8.0/22',
  ])
  assert.equal(
    chooseNetwork(range, used, () => 0),
    undefined,
  )
})
