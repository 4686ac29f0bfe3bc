import { dirname, resolve } from 'node:path'

export const controllers = ['memory', 'cpu', 'pids'] as const
export type Controller = (typeof controllers)[number]

/** Limits of all processes of a group together. */
export interface GroupLimits {
  memoryMegabytes: number
  /** In CPUs; may be fractional. */
  cpus: number
  /** Processes and threads. */
  processes: number
}

/** Where control groups can be created. In v1 each controller has its own folders, in v2 they share. */
export interface Hierarchy {
  version: 1 | 2
  controllers: Controller[]
  /**
   * Candidate parent folders, innermost first: one for each controller, or one for all of them. In v1 another may
   * follow for CPU accounting, which limits nothing.
   */
  candidates: string[][]
}

/**
 * Parses `/proc/self/mountinfo` and `/proc/self/cgroup`. Groups are created inside our own where possible, so that our
 * own limits apply to them too; in v2 a group with processes cannot have children, so the nearest parent is used.
 * `available` are the controllers of v2. With `countsCpuTime`, groups of v1 get a folder for CPU accounting where that is
 * mounted apart from the CPU limits; v2 always counts.
 */
export function hierarchyOf(
  mounts: string,
  own: string,
  available: (mountPoint: string) => string,
  { countsCpuTime = false } = {},
): Hierarchy | undefined {
  const mounted = mounts.split('\n').flatMap(parseMount)
  const groups = own.split('\n').map((line) => /^\d+:([^:]*):(.*)$/.exec(line))
  const folderFor = (controller: string): string[] => {
    const mount = mounted.find(
      ({ kind, options }) => kind === 'cgroup' && options.includes(controller),
    )
    const group = groups.find((found) => found?.[1]?.split(',').includes(controller))?.[2]
    return mount && group ? [inside(mount, group)] : []
  }
  const first = controllers.flatMap((controller) =>
    folderFor(controller).map((path) => ({ controller, path })),
  )
  if (first.length > 0) {
    const paths = first.map(({ path }) => path)
    const accounting = folderFor('cpuacct').filter((path) => countsCpuTime && !paths.includes(path))
    return {
      version: 1,
      controllers: first.map(({ controller }) => controller),
      candidates: accounting.length > 0 ? [[...paths, ...accounting], paths] : [paths],
    }
  }

  const unified = mounted.find(({ kind }) => kind === 'cgroup2')
  const group = groups.find((found) => found?.[1] === '')?.[2]
  if (!unified || !group) return undefined
  const given = available(unified.path).split(/\s+/)
  return {
    version: 2,
    controllers: controllers.filter((controller) => given.includes(controller)),
    candidates: ancestors(group).map((path) => [inside(unified, path)]),
  }
}

interface Mount {
  path: string
  /** The group that the mount point shows. */
  root: string
  kind: string
  options: string[]
}

function parseMount(line: string): Mount[] {
  const [before, after] = line.split(' - ')
  const [, , , root, path] = before?.split(' ') ?? []
  const [kind, , options] = after?.split(' ') ?? []
  return root && path && kind ? [{ root, path, kind, options: options?.split(',') ?? [] }] : []
}

/** Folder of a group below a mount point. */
function inside({ path, root }: Mount, group: string): string {
  const isBelow = root !== '/' && `${group}/`.startsWith(`${root}/`)
  return resolve(`${path}/${isBelow ? group.slice(root.length) : group}`)
}

function ancestors(path: string): string[] {
  return path === '/' ? ['/'] : [path, ...ancestors(dirname(path))]
}

export interface LimitFile {
  controller: Controller
  file: string
  value: string
  /** Missing in some kernels. */
  isOptional?: boolean
  /** Refused above the limit of a group around it, which then holds for it too. */
  isBoundAbove?: boolean
}

/** CPU weight grows with the CPU limit, for times of contention. */
const weightOf = ({ cpus }: Pick<GroupLimits, 'cpus'>, usual: number) =>
  String(Math.min(usual * 100, Math.max(2, Math.round(cpus * usual))))

/** All groups of a platform compete as one: on each CPU they weigh as much as one ordinary process. */
export function platformWeight(
  version: 1 | 2,
  processors: number,
): { file: string; value: string } {
  return version === 2
    ? { file: 'cpu.weight', value: weightOf({ cpus: processors }, 100) }
    : { file: 'cpu.shares', value: weightOf({ cpus: processors }, 1024) }
}

/** File to write for the processes and threads of a group. */
export const processLimit = (processes: number): LimitFile => ({
  controller: 'pids',
  file: 'pids.max',
  value: Number.isFinite(processes) ? String(processes) : 'max',
})

/**
 * Files to write for the limits of a group. Swap cannot be used beyond the memory limit. CPU time that a group did not
 * use may be used later, as much as that of one period and in any number of threads: a program that compiles while it
 * starts would otherwise be stopped on the second processor.
 */
export function limitFiles(version: 1 | 2, limits: GroupLimits): LimitFile[] {
  const bytes = String(limits.memoryMegabytes * 1024 * 1024)
  const quota = String(Math.max(1000, Math.round(limits.cpus * 100_000)))
  const pids = processLimit(limits.processes)
  if (version === 2) {
    return [
      { controller: 'memory', file: 'memory.max', value: bytes },
      { controller: 'memory', file: 'memory.swap.max', value: '0', isOptional: true },
      { controller: 'cpu', file: 'cpu.max', value: `${quota} 100000` },
      { controller: 'cpu', file: 'cpu.max.burst', value: quota, isOptional: true },
      { controller: 'cpu', file: 'cpu.weight', value: weightOf(limits, 100), isOptional: true },
      pids,
    ]
  }
  return [
    { controller: 'memory', file: 'memory.limit_in_bytes', value: bytes },
    {
      controller: 'memory',
      file: 'memory.memsw.limit_in_bytes',
      value: bytes,
      isOptional: true,
    },
    { controller: 'cpu', file: 'cpu.cfs_period_us', value: '100000', isOptional: true },
    {
      controller: 'cpu',
      file: 'cpu.cfs_quota_us',
      value: quota,
      isOptional: true,
      isBoundAbove: true,
    },
    {
      controller: 'cpu',
      file: 'cpu.cfs_burst_us',
      value: quota,
      isOptional: true,
      isBoundAbove: true,
    },
    { controller: 'cpu', file: 'cpu.shares', value: weightOf(limits, 1024), isOptional: true },
    pids,
  ]
}
