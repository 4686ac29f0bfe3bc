import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiFilter, defaultLogAddress, isFiltered, searchFilter, searchKey } from './log-filter.ts'

const now = Date.parse('2026-11-16T12:00:00Z')

test('log filter: the platform filters by time, instance, deployment, severity and text', () => {
  const address = {
    ...defaultLogAddress,
    since: '1h',
    instance: 'i1',
    deployment: 'd1',
    severity: 'error',
    search: 'x',
  }
  const filter = {
    since: '2026-11-16T11:00:00.000Z',
    until: undefined,
    instanceId: 'i1',
    deploymentId: 'd1',
    severity: 'error',
    filter: 'x',
  }
  assert.deepEqual(apiFilter(address, now), filter)
  assert.equal(apiFilter({ ...address, context: '1' }, now).filter, undefined)
  assert.deepEqual(searchFilter({ ...address, context: '1' }, now), filter)
})

test('log filter: a link begins with its line and shows what is around it, whatever is chosen', () => {
  const at = '2026-11-10T00:00:00.000Z'
  const address = {
    ...defaultLogAddress,
    since: '1h',
    until: '2026-11-11',
    search: 'x',
    line: 'l',
    at,
  }
  assert.equal(apiFilter(address, now).since, at)
  assert.equal(apiFilter(address, now).until, undefined)
  assert.equal(apiFilter(address, now).filter, undefined)
  assert.equal(searchFilter(address, now).filter, 'x')
  assert.equal(apiFilter({ ...address, at: 'nonsense' }, now).since, '2026-11-16T11:00:00.000Z')
})

test('log filter: how lines are shown does not change what is found', () => {
  const other = {
    ...defaultLogAddress,
    wrap: 'off',
    times: 'off',
    context: '1',
    line: 'l',
    at: 'x',
  }
  assert.equal(searchKey(other), searchKey(defaultLogAddress))
  assert.notEqual(searchKey({ ...other, search: 'x' }), searchKey(other))
})

test('log filter: knows whether something leaves lines out', () => {
  assert.equal(isFiltered(defaultLogAddress), false)
  assert.equal(isFiltered({ ...defaultLogAddress, search: 'x', wrap: 'off' }), true)
  assert.equal(isFiltered({ ...defaultLogAddress, search: 'x', context: '1' }), false)
  assert.equal(isFiltered({ ...defaultLogAddress, severity: 'error' }), true)
})
