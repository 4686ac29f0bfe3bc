import type { Traffic } from '#platform/model/hosting/deployments/traffic.ts'
import type { RouterAccessLine } from '#platform/model/observability/access-log.ts'
import { AccessLogReader } from '#routers/access-log/access-log-reader.ts'
import { createCommandTraffic, type LocalAuthority } from '#routers/command-traffic.ts'
import { openSupervisor, type RouterOptions } from '#routers/open-supervisor.ts'
import type { RouterProgram } from './launch.ts'
import type { Ports } from './router-commands.ts'

export type RouterProcessOptions = RouterOptions & LocalAuthority

/** A router in a process of its own, which this server controls and supervises. */
export interface RouterProcess extends Traffic {
  /** Ports of the listeners. */
  readonly addresses: Ports
  /** Whether the router process ran before this server, and may be serving visitors. */
  readonly wasRunning: boolean
  /** Sends each line of the access log once, those before this server too, until it is closed. */
  followAccessLog(take: (lines: RouterAccessLine[]) => Promise<void>): Promise<AccessLogFollower>
  /** Stops the router process. */
  stop(): Promise<void>
  /** Disconnects from the router process, which keeps running. */
  close(): void
}

/** Reads an access log until it is closed. */
export interface AccessLogFollower {
  /** Reads what has been written until now, then no more. */
  close(): Promise<void>
}

const renewEvery = 86_400_000

/**
 * Connects to the router that an earlier server left in the folder, or starts one. Throws a `LaunchError` that names
 * the setting when a port cannot be opened.
 */
export async function openRouterProcess(
  program: RouterProgram,
  options: RouterProcessOptions,
): Promise<RouterProcess> {
  const { folder, say = () => {} } = options
  const supervisor = await openSupervisor(program, options)
  const { renew, ...traffic } = createCommandTraffic(
    (command, timeout) => supervisor.ask(command, timeout),
    options,
    say,
  )
  let isOpen = true
  const renewInTime = () =>
    void renew().catch((error) => isOpen && say(`Certificates could not be renewed: ${error}`))
  const renewing = setInterval(renewInTime, renewEvery).unref()
  renewInTime()
  const end = () => {
    isOpen = false
    clearInterval(renewing)
  }

  return {
    ...traffic,
    async drain(addresses, timeout) {
      // A router that was replaced has requests of its own in flight, which this one cannot tell.
      await Promise.all([
        traffic.drain(addresses, timeout),
        supervisor.replacedRoutersEnded(timeout),
      ])
    },
    wasRunning: supervisor.wasRunning,
    get addresses() {
      return supervisor.greeting.ports
    },
    followAccessLog: (take) => AccessLogReader.open(folder, take),
    async stop() {
      end()
      await supervisor.stop()
    },
    close() {
      end()
      supervisor.release()
    },
  }
}
