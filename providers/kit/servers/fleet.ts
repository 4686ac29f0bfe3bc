import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { freePort } from '#providers/kit/free-port.ts'
import { findServer, stopServer } from '#providers/kit/server-process.ts'
import { createTurns } from '#providers/kit/turns.ts'
import { lastingPort } from './lasting-port.ts'
import { newRecord, readRecord, type ServerRecord, saveRecord } from './record.ts'

export interface FleetOptions<Server> {
  /** Where each server has a folder of its own. */
  folder: string
  /** Starts the server of a folder unless it runs, and returns once it answers; what it needs is made first. */
  start(folder: string, record: ServerRecord): Promise<Server>
  onProblem?(problem: unknown): void
}

/** Servers that go on without us, by name; those that exist are to run. */
export interface Fleet<Server> {
  /** The server, running; with other settings than it has, it is started again. Without settings it must exist. */
  open(name: string, settings?: readonly string[]): Promise<Server>
  exists(name: string): Promise<boolean>
  /** Ends a server and forgets all that it had; twice is no error. */
  remove(name: string): Promise<void>
  /** Starts all that exist, and whichever of them dies. */
  begin(): void
  close(): void
  /** Ends all of them and keeps what they have. */
  stopAll(): Promise<void>
}

const lookEvery = 10_000

export function openFleet<Server>(options: FleetOptions<Server>): Fleet<Server> {
  const { folder, start, onProblem = console.error } = options
  const opened = new Map<string, Server>()
  const turns = createTurns()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const folderOf = (name: string) => join(folder, name)

  const open = (name: string, settings?: readonly string[]) =>
    turns(name, async () => {
      const at = folderOf(name)
      const known = await readRecord(at)
      if (!known && !settings) throw new Error(`there is no server ${name}`)
      const record = { ...(known ?? newRecord()), ...(settings && { settings: [...settings] }) }
      if (!isDeepStrictEqual(record, known)) {
        await stopServer(at, 'SIGTERM')
        opened.delete(name)
        await saveRecord(at, record)
      }
      const isRunning = (await findServer(at)) !== undefined
      const server = opened.get(name)
      if (server && isRunning) return server
      if (!isRunning) await findPort(at, record)
      const started = await start(at, record)
      opened.set(name, started)
      return started
    })

  const names = () => readdir(folder).catch((): string[] => [])
  const exists = async (name: string) => (await readRecord(folderOf(name))) !== undefined

  async function look(): Promise<void> {
    for (const name of await names()) {
      if (isClosed || !(await exists(name))) continue
      await open(name).catch(onProblem)
    }
    if (!isClosed) timer = setTimeout(() => void look(), lookEvery).unref()
  }

  const close = () => {
    isClosed = true
    clearTimeout(timer)
  }

  return {
    open,
    exists,
    close,
    remove: (name) =>
      turns(name, async () => {
        const at = folderOf(name)
        await stopServer(at, 'SIGTERM')
        opened.delete(name)
        // First what makes it exist: a removal that breaks off here is not undone by starting it again.
        await rm(join(at, 'server.json'), { force: true })
        await rm(at, { recursive: true, force: true })
      }),
    begin: () => void look(),
    async stopAll() {
      close()
      const stop = (name: string) => turns(name, () => stopServer(folderOf(name), 'SIGTERM'))
      await Promise.all((await names()).map(stop))
    },
  }
}

/** Customers know its port, so it is never another one. */
async function findPort(folder: string, record: ServerRecord): Promise<void> {
  if (record.port === 0) {
    record.port = await lastingPort()
    await saveRecord(folder, record)
  } else if ((await freePort(record.port)) !== record.port) {
    throw new Error(`port ${record.port}, which the server of ${folder} had, is taken`)
  }
}
