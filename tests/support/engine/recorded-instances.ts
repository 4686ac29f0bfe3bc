import { connect } from 'node:net'
import { until } from '#kit/concurrency/timeout.ts'
import type {
  Address,
  InstanceExit,
  InstanceWatcher,
  PrintedLine,
} from '#platform/model/hosting/deployments/engine.ts'

/** Records what an engine reports about its instances. */
export interface RecordedInstances {
  watcher: InstanceWatcher
  linesOf(instanceId: string): string[]
  exits: InstanceExit[]
  /** Waits until the instance has written this line. */
  line(instanceId: string, line: string | RegExp): Promise<string>
  exit(instanceId: string): Promise<InstanceExit>
}

const timeout = 300_000

export function recordInstances(): RecordedInstances {
  const lines: (PrintedLine & { instanceId: string })[] = []
  const exits: InstanceExit[] = []
  const linesOf = (wanted: string) =>
    lines.filter(({ instanceId }) => instanceId === wanted).map(({ line }) => line)
  return {
    watcher: {
      onLine: (instanceId, line, date = Date.now()) => void lines.push({ instanceId, line, date }),
      lastOutput: async (wanted) => lines.filter(({ instanceId }) => instanceId === wanted),
      onExit: (exit) => void exits.push(exit),
    },
    linesOf,
    exits,
    line: (instanceId, wanted) =>
      until(
        () =>
          linesOf(instanceId).find((line) =>
            typeof wanted === 'string' ? line === wanted : wanted.test(line),
          ),
        { timeout, every: 5, what: `the line ${wanted} of ${instanceId}` },
      ),
    exit: (wanted) =>
      until(() => exits.find(({ instanceId }) => instanceId === wanted), {
        timeout,
        every: 5,
        what: `the exit of ${wanted}`,
      }),
  }
}

/** Sends a request to an instance; `undefined` if it is unreachable. */
export async function ask({ host, port }: Address, path = '/') {
  try {
    const response = await fetch(`http://${host}:${port}${path}`, {
      signal: AbortSignal.timeout(60_000),
      headers: { connection: 'close' },
    })
    return { status: response.status, text: await response.text() }
  } catch {
    return undefined
  }
}

/** Whether connections are accepted there, within the timeout: where packets are dropped there is no other answer. */
export function isReachable({ host, port }: Address, timeout = 500): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout })
    const end = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.on('connect', () => end(true))
    socket.on('timeout', () => end(false))
    socket.on('error', () => end(false))
  })
}

/** Polls until there is a response. */
export const answerOf = (address: Address, path = '/') =>
  until(() => ask(address, path), { timeout, what: `an answer of ${address.host}` })
