import { AccessLogReader } from '#routers/access-log/access-log-reader.ts'
import type { RouterProgram } from '#routers/control/launch.ts'
import type { Ports } from '#routers/control/router-commands.ts'
import { openSupervisor, type RouterOptions } from '#routers/open-supervisor.ts'
import { LogBlocks } from './edge-log.ts'
import { openEdgeServer } from './edge-server.ts'

export interface EdgeProcessOptions {
  router: RouterOptions
  /** Address of the control port and of the health port. */
  host: string
  port: number
  healthPort: number
  /** Key that the server has for this edge. */
  key: string
}

/** A router of this machine, controlled by a server on another. */
export interface EdgeProcess {
  /** Ports of visitors. */
  readonly addresses: Ports
  readonly port: number
  readonly healthPort: number
  /** Accepts no more commands; the router keeps running. */
  close(): void
  /** Stops the router too. */
  stop(): Promise<void>
}

/** Opens the router of this machine as an edge. It serves what it served before until the server tells something else. */
export async function openEdge(
  program: RouterProgram,
  { router, host, port, healthPort, key }: EdgeProcessOptions,
): Promise<EdgeProcess> {
  const supervisor = await openSupervisor(program, router)
  const log = new LogBlocks()
  await AccessLogReader.open(router.folder, log.take)
  const server = await openEdgeServer({
    host,
    port,
    healthPort,
    key,
    ask: (command, timeout) => supervisor.ask(command, timeout),
    log,
  })
  return {
    get addresses() {
      return supervisor.greeting.ports
    },
    port: server.port,
    healthPort: server.healthPort,
    close() {
      server.close()
      supervisor.release()
    },
    async stop() {
      server.close()
      await supervisor.stop()
    },
  }
}
