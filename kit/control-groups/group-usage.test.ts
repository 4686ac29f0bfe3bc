import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { hierarchyOf } from './control-group-plan.ts'
import { readGroupUsage } from './group-usage.ts'

async function groupsWith(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'berth-groups-'))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return {
    of: (...names: string[]) => names.map((name) => join(folder, name)),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

test('cgroup v2 usage: CPU time in seconds, memory without inactive files', async () => {
  await using groups = await groupsWith({
    'one/cpu.stat': 'usage_usec 2500000\nuser_usec 2000000\nsystem_usec 500000\n',
    'one/memory.current': '5000\n',
    'one/memory.stat': 'anon 3000\ninactive_anon 10\ninactive_file 1500\nactive_file 500\n',
  })
  assert.deepEqual(readGroupUsage(groups.of('one')), { cpuSeconds: 2.5, memoryBytes: 3500 })
})

test('cgroup v1 usage: each figure comes from the folder of its controller', async () => {
  await using groups = await groupsWith({
    'memory/memory.usage_in_bytes': '9000\n',
    'memory/memory.stat': 'cache 1\ninactive_file 1\ntotal_cache 1\ntotal_inactive_file 4000\n',
    'cpu/cpu.stat': 'nr_periods 0\nnr_throttled 0\nthrottled_time 0\n',
    'cpuacct/cpuacct.usage': '1500000000\n',
  })
  assert.deepEqual(readGroupUsage(groups.of('memory', 'cpu', 'pids', 'cpuacct')), {
    memoryBytes: 5000,
    cpuSeconds: 1.5,
  })
})

test('cgroup usage: figures that the machine does not count are absent', async () => {
  await using groups = await groupsWith({ 'pids/pids.current': '1\n' })
  assert.deepEqual(readGroupUsage(groups.of('pids', 'gone')), {})
  assert.deepEqual(readGroupUsage([]), {})
})

const line = (path: string, options: string) =>
  `30 25 0:26 / ${path} rw shared:9 - cgroup cgroup rw,${options}`

test('cgroup v1: CPU accounting that is mounted by itself gets a folder only on request', () => {
  const apart = `${line('/c/cpu', 'cpu')}\n${line('/c/cpuacct', 'cpuacct')}`
  const own = '2:cpuacct:/\n1:cpu:/x'
  const none = () => ''
  assert.deepEqual(hierarchyOf(apart, own, none)?.candidates, [['/c/cpu/x']])
  assert.deepEqual(hierarchyOf(apart, own, none, { countsCpuTime: true })?.candidates, [
    ['/c/cpu/x', '/c/cpuacct'],
    ['/c/cpu/x'],
  ])
  const together = line('/c/both', 'cpu,cpuacct')
  assert.deepEqual(
    hierarchyOf(together, '1:cpu,cpuacct:/', none, { countsCpuTime: true })?.candidates,
    [['/c/both']],
  )
})
