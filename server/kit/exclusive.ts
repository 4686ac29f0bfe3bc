import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { realpath } from 'node:fs/promises'
import { connect, createServer } from 'node:net'

/** Someone else holds the folder. */
export class HeldByAnother extends Error {
  readonly pid: number
  constructor(folder: string, pid: number) {
    super(`${folder} is in use by process ${pid}`)
    this.pid = pid
  }
}

/**
 * Takes a folder for this process alone until it ends, however it ends: the lock is a socket without a file,
 * which the system removes with the process. Whoever connects to it is told the holder's process id.
 */
export async function holdExclusively(folder: string): Promise<{ release(): Promise<void> }> {
  const path = await lockPath(folder)
  const server = createServer((socket) => socket.on('error', () => {}).end(String(process.pid)))
  server.unref()
  server.listen(path)
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new HeldByAnother(folder, (await holderOf(folder)) ?? 0)
  }
  return {
    release: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The process that holds the folder, if any. */
export async function holderOf(folder: string): Promise<number | undefined> {
  const socket = connect(await lockPath(folder))
  socket.setTimeout(2000, () => socket.destroy())
  try {
    let text = ''
    for await (const chunk of socket) text += chunk
    return Number(text) || undefined
  } catch {
    return undefined
  }
}

async function lockPath(folder: string): Promise<string> {
  const name = createHash('sha256')
    .update(await realpath(folder))
    .digest('hex')
    .slice(0, 32)
  return `\0berth-${name}`
}
