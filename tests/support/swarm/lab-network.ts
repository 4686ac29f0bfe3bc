import { randomInt } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run, runOrThrow } from '#kit/process/subprocess.ts'

/** A bridge with network namespaces on it; none has a way to anywhere else. */
export interface LabNetwork extends AsyncDisposable {
  bridgeAddress: string
  subnet: string
  namespaces: { namespace: string; address: string }[]
}

const ip = (...words: string[]) => runOrThrow(['ip', ...words])

/** Begins the names of bridges and namespaces; a number follows. */
const prefix = 'blab'

/** A folder of its name among the temporary files of the run tells the next one that the lab is left over. */
export async function openLabNetwork(count: number, folder = tmpdir()): Promise<LabNetwork> {
  const number = randomInt(1, 250)
  const mark = `${prefix}${number}`
  const addressOf = (last: number) => `10.198.${number}.${last}`
  const namespaces = Array.from({ length: count }, (_, index) => ({
    namespace: `${mark}n${index}`,
    address: addressOf(index + 1),
  }))
  const remove = async () => {
    for (const { namespace } of namespaces) await run(['ip', 'netns', 'delete', namespace])
    await run(['ip', 'link', 'delete', mark])
    await rm(join(folder, mark), { recursive: true, force: true })
  }
  // Fails when another lab has this number; what is removed after a later failure is then one's own.
  await ip('link', 'add', mark, 'type', 'bridge')
  try {
    await mkdir(join(folder, mark))
    await ip('address', 'add', `${addressOf(254)}/24`, 'dev', mark)
    await ip('link', 'set', mark, 'up')
    for (const { namespace, address } of namespaces) {
      await ip('netns', 'add', namespace)
      const veth = `v${namespace}`
      await ip('link', 'add', veth, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace)
      await ip('link', 'set', veth, 'master', mark, 'up')
      await ip('-n', namespace, 'address', 'add', `${address}/24`, 'dev', 'eth0')
      for (const device of ['eth0', 'lo']) await ip('-n', namespace, 'link', 'set', device, 'up')
      // Swarm wants a default route; it leads to the bridge and no further.
      await ip('-n', namespace, 'route', 'add', 'default', 'via', addressOf(254))
    }
  } catch (error) {
    await remove()
    throw error
  }
  return {
    bridgeAddress: addressOf(254),
    subnet: `${addressOf(0)}/24`,
    namespaces,
    [Symbol.asyncDispose]: remove,
  }
}

/** Ends a lab that a killed run has left: its machines have their own mounts, so that nothing of them names its folder. */
export async function endLeftLab(name: string): Promise<void> {
  if (!new RegExp(`^${prefix}\\d+$`).test(name)) return
  const { stdout } = await run(['ip', 'netns', 'list'])
  const namespaces = stdout.split('\n').map((line) => line.split(' ')[0] ?? '')
  for (const namespace of namespaces.filter((each) => each.startsWith(`${name}n`))) {
    await killGroup(namespace)
    await run(['ip', 'netns', 'delete', namespace])
  }
  await run(['ip', 'link', 'delete', name])
}

/** Containers and containerd are in the control group of the node, or below its folder by name. */
export async function killGroup(namespace: string): Promise<void> {
  await killNamespace(namespace)
  await killContainers(namespace)
}

async function killNamespace(namespace: string): Promise<void> {
  const { stdout } = await run(['ip', 'netns', 'pids', namespace])
  const pids = stdout.trim().split('\n').filter(Boolean).map(Number)
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Kills what is in the control group of the node, and removes the group. */
export async function killContainers(namespace: string): Promise<void> {
  const groups = await run([
    'find',
    '/sys/fs/cgroup',
    '-depth',
    '-type',
    'd',
    '-path',
    `*/${namespace}*`,
  ])
  for (const group of groups.stdout.trim().split('\n').filter(Boolean)) {
    const { stdout: members } = await run(['cat', join(group, 'cgroup.procs')])
    for (const pid of members.trim().split('\n').filter(Boolean)) {
      await run(['kill', '-KILL', pid])
    }
    await run(['rmdir', group])
  }
}
