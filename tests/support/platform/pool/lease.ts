import '#tests/support/home/own-home.ts'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import type { AddressesFile, AdminFile } from '#tests/support/platform/platform-files.ts'

/** What a file of tests asks the pool for: one line of JSON. */
export interface LeaseRequest {
  file: string
  settings: Record<string, string>
}

/** A running platform, for one file of tests. */
export interface LeasedPlatform {
  data: string
  settings: Record<string, string>
  addresses: AddressesFile
  admin: AdminFile
  pid: number
}

/** What the pool says, one line of JSON each: the platform first, then whatever its server prints. */
export type LeaseMessage =
  | { kind: 'lease'; platform: LeasedPlatform }
  | { kind: 'output'; text: string }
  | { kind: 'end'; problem: string }

export interface LeaseEvents {
  onOutput: (text: string) => void
  /** The server has ended. */
  onEnd: (problem: string) => void
}

const leaseTimeout = 180_000

/** Where the runner's pool listens, and who asks; absent in a file that is run by itself. Not named as settings are: a server refuses those that it does not know. */
export const poolEnvironment = (socket: string, file: string) => ({
  TEST_POOL: socket,
  TEST_FILE: file,
})

/** Takes a platform of the runner's pool until the end of this process; nothing when there is no pool. */
export async function takeLease(
  settings: Record<string, string>,
  { onOutput, onEnd }: LeaseEvents,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<LeasedPlatform | undefined> {
  const { TEST_POOL: path, TEST_FILE: file = '' } = environment
  if (!path) return undefined
  const socket = connect(path)
  await withTimeout(once(socket, 'connect'), leaseTimeout, 'the connection to the pool')
  const request: LeaseRequest = { file, settings }
  socket.write(`${JSON.stringify(request)}\n`)
  const leased = Promise.withResolvers<LeasedPlatform>()
  let isLeased = false
  readMessages(socket, (message) => {
    if (message.kind === 'lease') {
      isLeased = true
      leased.resolve(message.platform)
    } else if (message.kind === 'output') onOutput(message.text)
    else if (isLeased) onEnd(message.problem)
    else leased.reject(new Error(message.problem))
  })
  socket.on('close', () => leased.reject(new Error('the pool has gone')))
  try {
    return await withTimeout(leased.promise, leaseTimeout, 'a platform of the pool')
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    // What is said about the platform does not keep a file of tests from ending.
    socket.unref()
  }
}

function readMessages(socket: Socket, onMessage: (message: LeaseMessage) => void): void {
  socket.on('error', () => {})
  createInterface({ input: socket }).on('line', (line) => onMessage(JSON.parse(line)))
}
