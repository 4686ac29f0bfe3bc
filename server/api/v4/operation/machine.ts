import { availableParallelism, freemem, loadavg, release, totalmem, uptime } from 'node:os'
import { machineAnswer } from '#api/answers/operation.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { localInstances } from '#platform/hosting/placement/local-applications.ts'
import { findFlavor } from '#platform/model/hosting/flavor.ts'
import { readPlatformFigures } from '#platform/overview/platform-figures.ts'

const megabyte = 1024 * 1024

export const getMachine = endpoint({
  method: 'GET',
  path: '/v4/berth/operator/machine',
  access: 'operator',
  summary:
    'Shows the machine, what of it is in use, and the processes of the platform with their health',
  answer: machineAnswer,
  async handle({ platform }) {
    const figures = await readPlatformFigures(platform)
    const instances = await localInstances(platform)
    const reserved = instances.reduce(
      (sum, { flavor }) => sum + (findFlavor(flavor)?.memoryMegabytes ?? 0) * megabyte,
      0,
    )
    const [one = 0, five = 0, fifteen = 0] = loadavg()
    const { router, load } = figures
    const processes = await platform.operation.processes()
    const { version, commit, date } = await platform.operation.build()
    return {
      cpus: availableParallelism(),
      loadAverage: [one, five, fifteen],
      memoryBytes: totalmem(),
      freeMemoryBytes: freemem(),
      uptime: Math.round(uptime()),
      versions: { berth: version, commit, date, node: process.version, kernel: release() },
      instances: {
        count: instances.length,
        reservedMemoryBytes: reserved,
        memoryBytes: load.memoryBytes,
        cpu: load.cpu,
      },
      disk: await platform.operation.disk(),
      deployments: Object.fromEntries(figures.deployments),
      processes: processes.map(({ kind, name, state, startedAt, memoryBytes }) => {
        // A router that runs and does not answer serves nobody.
        const isSilent = kind === 'router' && router === undefined
        return {
          kind,
          name,
          state: isSilent ? ('down' as const) : state,
          startDate: startedAt === null ? null : new Date(startedAt).toISOString(),
          memoryBytes,
        }
      }),
    }
  },
})
