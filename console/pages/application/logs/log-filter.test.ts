import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  apiFilter,
  defaultLogAddress,
  fileText,
  isFiltered,
  isSevere,
  localTime,
  timeOf,
} from './log-filter.ts'

const now = Date.parse('2026-11-16T12:00:00Z')

test('log filter: times are durations before now or exact', () => {
  assert.equal(timeOf('90m', now), '2026-11-16T10:30:00.000Z')
  assert.equal(timeOf('7d', now), '2026-11-09T12:00:00.000Z')
  assert.equal(timeOf('2026-11-16T11:00:00+01:00', now), '2026-11-16T10:00:00.000Z')
  for (const value of ['', 'yesterday', '5x', '-1h']) assert.equal(timeOf(value, now), undefined)
})

test('log filter: the platform filters by time, instance and deployment', () => {
  const address = { ...defaultLogAddress, since: '1h', instance: 'i1', deployment: 'd1' }
  assert.deepEqual(apiFilter(address, now), {
    since: '2026-11-16T11:00:00.000Z',
    until: undefined,
    instanceId: 'i1',
    deploymentId: 'd1',
  })
})

test('log filter: a link begins with its line, whatever time is chosen', () => {
  const at = '2026-11-10T00:00:00.000Z'
  const address = { ...defaultLogAddress, since: '1h', until: '2026-11-11', line: 'l', at }
  assert.equal(apiFilter(address, now).since, at)
  assert.equal(apiFilter(address, now).until, undefined)
  assert.equal(apiFilter({ ...address, at: 'nonsense' }, now).since, '2026-11-16T11:00:00.000Z')
})

test('log filter: warnings include errors', () => {
  const kept = (wanted: string) =>
    ['info', 'warning', 'error'].filter((severity) => isSevere({ severity }, wanted))
  assert.deepEqual(kept(''), ['info', 'warning', 'error'])
  assert.deepEqual(kept('warning'), ['warning', 'error'])
  assert.deepEqual(kept('error'), ['error'])
})

test('log filter: knows whether something leaves lines out', () => {
  assert.equal(isFiltered(defaultLogAddress), false)
  assert.equal(isFiltered({ ...defaultLogAddress, search: 'x', wrap: 'off' }), false)
  assert.equal(isFiltered({ ...defaultLogAddress, search: 'x', only: '1' }), true)
  assert.equal(isFiltered({ ...defaultLogAddress, severity: 'error' }), true)
})

test('log filter: local times lead back to the same moment', () => {
  const local = localTime('2026-11-16T12:00:05.000Z')
  assert.equal(new Date(local).toISOString(), '2026-11-16T12:00:05.000Z')
  assert.equal(localTime('nonsense'), '')
})

test('log file: has a line for each, with its time, origin and severity', () => {
  const date = '2026-11-16T12:00:00.000Z'
  const text = fileText([
    { line: { date, service: 'build', instanceId: '', severity: 'info' }, text: 'a b' },
    { line: { date, service: 'application', instanceId: 'i1', severity: 'error' }, text: 'c' },
  ])
  assert.equal(text, `${date} build info a b\n${date} application/i1 error c\n`)
  assert.equal(fileText([]), '')
})
