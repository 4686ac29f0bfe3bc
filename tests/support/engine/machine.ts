import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { familyOf } from '#engines/process/processes/processes.ts'
import { listProcesses } from '#kit/process/process-identity.ts'
import { run } from '#kit/process/subprocess.ts'

const timeout = 300_000

/** What remains of a data folder on the machine: processes, and system resources of its instances. */
export async function leftOf(data: string): Promise<string[]> {
  const mark = markOf(data)
  const groups = await outputOf(['find', '/sys/fs/cgroup', '-name', `berth-${mark}*`])
  const tables = await outputOf(['nft', 'list', 'tables'])
  const namespaces = existsSync('/run/netns') ? readdirSync('/run/netns') : []
  return [
    ...processIds()
      .filter((pid) => belongsTo(pid, data, mark))
      .map((pid) => `process ${pid}: ${commandOf(pid)}`),
    ...namespaces.filter((name) => name.startsWith(`berth-${mark}`)),
    ...readdirSync('/sys/class/net').filter((name) => name === `bth${mark}`),
    ...tables.filter((line) => line.endsWith(`berth_${mark}`)),
    ...groups,
  ]
}

/** Mark of a data folder in the names of system resources. */
const markOf = (data: string) =>
  createHash('sha256')
    .update(realpathSync(join(data, 'engine')))
    .digest('hex')
    .slice(0, 8)

/** Names of all programs that run for a data folder, and what they have open of its server: sockets, pipes, databases. */
export function sharedDescriptors(data: string, server: number) {
  const mark = markOf(data)
  const everybody = listProcesses()
  const roots = everybody.filter(({ pid }) => pid !== process.pid && belongsTo(pid, data, mark))
  const pids = new Set(roots.flatMap(({ pid }) => familyOf(pid, everybody)).map(({ pid }) => pid))
  pids.delete(server)
  const ofServer = new Set(descriptorsOf(server).map(({ target }) => target))
  const shared = [...pids].flatMap((pid) =>
    descriptorsOf(pid)
      .filter(({ target }) => ofServer.has(target))
      .map(({ number, target }) => `${nameOf(pid)}: ${number} ${target}`),
  )
  return { programs: new Set([...pids].map(nameOf)), shared }
}

/** Its sockets, pipes and databases, beside the standard streams. */
function descriptorsOf(pid: number): { number: number; target: string }[] {
  const folder = `/proc/${pid}/fd`
  try {
    return readdirSync(folder)
      .map((name) => ({ number: Number(name), target: readlinkSync(join(folder, name)) }))
      .filter(({ number, target }) => number > 2 && /^(socket|pipe):|\.sqlite/.test(target))
  } catch {
    return []
  }
}

/** Node 24 calls its first thread so. */
const nameOf = (pid: number) => read(pid, 'comm').trim().replace('MainThread', 'node')

/** PIDs of an instance's processes that run the application's own program. */
export function processesOf(instanceId: string, program: string): number[] {
  return processIds().filter(
    (pid) =>
      read(pid, 'environ').split('\0').includes(`INSTANCE_ID=${instanceId}`) &&
      commandOf(pid).includes(program),
  )
}

/** PID of the router of a data folder. */
export function routerOf(data: string): number {
  return JSON.parse(readFileSync(join(data, 'router/process.json'), 'utf8')).pid
}

/** Output lines of a program; empty if it is not installed. */
async function outputOf(command: [string, ...string[]]): Promise<string[]> {
  const { stdout } = await run(command, { timeout }).catch(() => ({ stdout: '' }))
  return stdout.split('\n').filter((line) => line !== '')
}

function belongsTo(pid: number, data: string, mark: string): boolean {
  const cwd = (() => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`)
    } catch {
      return ''
    }
  })()
  return (
    cwd.startsWith(data) ||
    read(pid, 'cgroup').includes(`berth-${mark}`) ||
    commandOf(pid).includes(data) ||
    read(pid, 'environ').includes(`BERTH_DATA=${data}`)
  )
}

function processIds(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid)
}

const commandOf = (pid: number) => read(pid, 'cmdline').replaceAll('\0', ' ').trim()

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    return ''
  }
}
