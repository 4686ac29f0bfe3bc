import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDocker } from '#engines/swarm/docker-client.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { unmountBelow } from '#tests/runner/run-folder.ts'
import { killGroup } from './lab-network.ts'

const readyTimeout = 120_000

/** A Docker node in a network namespace of its own. */
export interface LabNode {
  name: string
  address: string
  /** `unix://…` */
  host: string
  /** Kills the daemon and all its containers, as a power cut would. */
  kill(): Promise<void>
}

interface NodePlace {
  place: string
  namespace: string
  address: string
  /** Network of registries without TLS. */
  registries: string
}

/** Starts a daemon, and ends it with all its containers. */
export async function startNode({
  place,
  namespace,
  address,
  registries,
}: NodePlace): Promise<LabNode & AsyncDisposable> {
  const socket = join(place, 'docker.sock')
  await writeFile(join(place, 'daemon.json'), '{}')
  // `ip netns exec` would hide /sys/fs/cgroup from the daemon. Nodes are told apart by their host names.
  const child = spawn(
    'unshare',
    [
      ...['--uts', 'sh', '-c', 'hostname "$1"; shift; exec "$@"', 'sh', namespace],
      ...['nsenter', `--net=/run/netns/${namespace}`, '--', 'dockerd'],
      ...['--config-file', join(place, 'daemon.json'), '--data-root', join(place, 'data')],
      ...['--exec-root', join(place, 'exec'), '--pidfile', join(place, 'pid')],
      ...['--host', `unix://${socket}`, '--cgroup-parent', `/${namespace}`],
      ...['--userland-proxy=false', '--insecure-registry', registries, '--log-level', 'warn'],
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let said = ''
  child.stderr?.on('data', (text) => {
    said = `${said}${text}`.slice(-4000)
  })
  const exited = once(child, 'exit')
  const docker = await openDocker({ host: `unix://${socket}` })
  const isUp = () =>
    docker.ping().then(
      () => true,
      () => false,
    )
  await until(() => isUp(), { timeout: readyTimeout, every: 100, what: `dockerd: ${said}` })
  let isEnding = false
  void exited.then(() => isEnding || console.error(`dockerd of ${namespace} died: ${said}`))
  const end = async () => {
    isEnding = true
    child.kill('SIGKILL')
    await exited
    await killGroup(namespace)
    await unmountBelow(place)
  }
  return {
    name: namespace,
    address,
    host: `unix://${socket}`,
    kill: end,
    [Symbol.asyncDispose]: end,
  }
}
