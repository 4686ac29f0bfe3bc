import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hierarchyOf, limitFiles } from './control-group-plan.ts'

const line = (root: string, path: string, kind: string, options: string) =>
  `30 25 0:26 ${root} ${path} rw,nosuid shared:9 - ${kind} cgroup rw,${options}`

const limits = { memoryMegabytes: 256, cpus: 1.5, processes: 64 }

test('cgroup v1: has folders per controller, each inside our own group', () => {
  const mounts = [
    line('/', '/sys/fs/cgroup/memory', 'cgroup', 'memory'),
    line('/', '/sys/fs/cgroup/cpu,cpuacct', 'cgroup', 'cpu,cpuacct'),
    line('/', '/sys/fs/cgroup/pids', 'cgroup', 'pids'),
    line('/', '/sys/fs/cgroup/unified', 'cgroup2', 'nsdelegate'),
  ].join('\n')
  const own = '9:memory:/user/1\n4:cpu,cpuacct:/\n2:pids:/user\n0::/'
  assert.deepEqual(
    hierarchyOf(mounts, own, () => ''),
    {
      version: 1,
      controllers: ['memory', 'cpu', 'pids'],
      candidates: [
        ['/sys/fs/cgroup/memory/user/1', '/sys/fs/cgroup/cpu,cpuacct', '/sys/fs/cgroup/pids/user'],
      ],
    },
  )
})

test('cgroup v1: works with the controllers that exist', () => {
  const mounts = line('/', '/sys/fs/cgroup/pids', 'cgroup', 'pids')
  const found = hierarchyOf(mounts, '2:pids:/', () => '')
  assert.deepEqual(found?.controllers, ['pids'])
})

test('cgroup v2: tries our own group first, then its parents', () => {
  const mounts = line('/', '/sys/fs/cgroup', 'cgroup2', 'nsdelegate')
  const own = '0::/system.slice/berth.service'
  assert.deepEqual(
    hierarchyOf(mounts, own, () => 'cpuset cpu io memory pids\n'),
    {
      version: 2,
      controllers: ['memory', 'cpu', 'pids'],
      candidates: [
        ['/sys/fs/cgroup/system.slice/berth.service'],
        ['/sys/fs/cgroup/system.slice'],
        ['/sys/fs/cgroup'],
      ],
    },
  )
})

test('cgroup mounts: one that shows a part of the hierarchy is resolved correctly', () => {
  const mounts = line('/docker/abc', '/sys/fs/cgroup/memory', 'cgroup', 'memory')
  const found = hierarchyOf(mounts, '9:memory:/docker/abc/x', () => '')
  assert.deepEqual(found?.candidates, [['/sys/fs/cgroup/memory/x']])
})

test('cgroup: without any mount there is no hierarchy', () => {
  assert.equal(
    hierarchyOf('', '', () => ''),
    undefined,
  )
})

test('cgroup limits: are written in the format of each version', () => {
  const written = (version: 1 | 2) =>
    Object.fromEntries(limitFiles(version, limits).map(({ file, value }) => [file, value]))
  assert.deepEqual(written(2), {
    'memory.max': '268435456',
    'memory.swap.max': '0',
    'cpu.max': '150000 100000',
    'cpu.max.burst': '150000',
    'cpu.weight': '150',
    'pids.max': '64',
  })
  assert.deepEqual(written(1), {
    'memory.limit_in_bytes': '268435456',
    'memory.memsw.limit_in_bytes': '268435456',
    'cpu.cfs_period_us': '100000',
    'cpu.cfs_quota_us': '150000',
    'cpu.cfs_burst_us': '150000',
    'cpu.shares': '1536',
    'pids.max': '64',
  })
})
