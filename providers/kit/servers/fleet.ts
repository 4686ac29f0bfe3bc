import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { createKeyedMutex } from '#kit/concurrency/keyed-mutex.ts'
import type { GroupLimits } from '#kit/control-groups/control-group-plan.ts'
import type { Vault } from '#kit/crypto/vault.ts'
import { freePort, lastingPort } from '#kit/net/free-port.ts'
import { findServer, stopServer } from '#providers/kit/process/server-process.ts'
import { createExitWatch } from './exit-watch.ts'
import { newRecord, readRecord, type ServerRecord, saveRecord } from './record.ts'
import { removeServerFolder } from './remove-folder.ts'
import type { ServerAccess } from './server-access.ts'

export interface FleetOptions<Server> {
  /** Parent of the servers' folders. */
  folder: string
  /** Encrypts the server records. */
  vault: Vault
  access: ServerAccess
  /** Starts the server of a folder unless it runs, creating it if needed, and returns once it answers. */
  start(folder: string, record: ServerRecord, access: ServerAccess): Promise<Server>
  /** Minimum milliseconds between two restarts of a server that exits. */
  minUptime?: number
}

/** Servers by name, which outlive this process. */
export interface Fleet<Server> {
  /** The running server; created if missing, and restarted if its settings or limits differ. */
  open(name: string, settings: readonly string[], limits: GroupLimits): Promise<Server>
  /** The same, with its stored settings; `undefined` when it does not exist. */
  find(name: string): Promise<Server | undefined>
  folderOf(name: string): string
  /** Servers that this process has opened, by name. */
  opened(): [name: string, server: Server][]
  /** Stops watching servers; they keep running. */
  close(): Promise<void>
  /** Kills an unresponsive server, and starts it again. */
  restart(name: string): Promise<void>
  /** Stops a server and deletes its data; idempotent. */
  remove(name: string): Promise<void>
  /** Stops all servers and keeps their data. */
  stopAll(): Promise<void>
}

const maxPortAttempts = 5

export function openFleet<Server>(options: FleetOptions<Server>): Fleet<Server> {
  const { folder, vault, access, start } = options
  const opened = new Map<string, Server>()
  const reserved = new Set<number>()
  const mutex = createKeyedMutex()
  const folderOf = (name: string) => join(folder, name)
  const exits = createExitWatch({
    restart: (at) => restartOpened(basename(at)),
    ...(options.minUptime !== undefined && { minUptime: options.minUptime }),
  })

  async function run(name: string, record: ServerRecord): Promise<Server> {
    const isRunning = (await findServer(folderOf(name))) !== undefined
    const server = opened.get(name)
    if (server && isRunning) return server
    const started = await (record.port === 0
      ? startFirst(name, record)
      : startAgain(name, record, isRunning))
    opened.set(name, started)
    exits.add(folderOf(name))
    return started
  }

  /** Starts a new server at a free port; at another one, if somebody else took it meanwhile. */
  async function startFirst(name: string, record: ServerRecord): Promise<Server> {
    for (let attempts = 1; ; attempts += 1) {
      const port = await reservePort(reserved, access)
      try {
        record.port = port
        await saveRecord(folderOf(name), record, vault)
        return await start(folderOf(name), record, access)
      } catch (error) {
        if (attempts === maxPortAttempts || (await isFree(port))) throw error
      } finally {
        reserved.delete(port)
      }
    }
  }

  /** Customers have the port in their URIs, so it never changes. */
  async function startAgain(name: string, record: ServerRecord, isRunning: boolean) {
    const { port } = record
    if (isRunning || (await isFree(port))) return start(folderOf(name), record, access)
    throw new Error(`port ${port}, which the server of ${folderOf(name)} had, is taken`)
  }

  /** Starts a server that has exited by itself: one that was stopped is not in `opened` any more. */
  const restartOpened = (name: string) =>
    mutex(name, async () => {
      const known = opened.has(name) ? await readRecord(folderOf(name), vault) : undefined
      if (known) await run(name, known)
    })

  async function stop(name: string): Promise<void> {
    await stopServer(folderOf(name), 'SIGTERM')
    opened.delete(name)
  }

  return {
    folderOf,
    opened: () => [...opened],
    restart: (name) =>
      mutex(name, async () => {
        await stopServer(folderOf(name), 'SIGKILL')
        opened.delete(name)
        const known = await readRecord(folderOf(name), vault)
        if (known) await run(name, known)
      }),
    open: (name, settings, limits) =>
      mutex(name, async () => {
        const known = await readRecord(folderOf(name), vault)
        const record = { ...(known ?? newRecord()), settings: [...settings], limits }
        if (!isDeepStrictEqual(record, known)) {
          await stop(name)
          await saveRecord(folderOf(name), record, vault)
        }
        return run(name, record)
      }),
    find: (name) =>
      mutex(name, async () => {
        const known = await readRecord(folderOf(name), vault)
        return known && run(name, known)
      }),
    remove: (name) =>
      mutex(name, async () => {
        await stop(name)
        await removeServerFolder(folderOf(name))
      }),
    close: exits.close,
    async stopAll() {
      await exits.close()
      const names = await readdir(folder).catch((): string[] => [])
      await Promise.all(names.map((name) => mutex(name, () => stop(name))))
    },
  }
}

const isFree = async (port: number) => (await freePort(port)) === port

/** A free port that no other start of this process is about to use; several start at the same time. */
async function reservePort(reserved: Set<number>, { ports }: ServerAccess): Promise<number> {
  for (;;) {
    const port = await lastingPort(ports)
    if (reserved.has(port)) continue
    reserved.add(port)
    return port
  }
}
