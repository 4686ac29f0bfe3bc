import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { until } from '#kit/concurrency/timeout.ts'
import {
  identifyProcess,
  isSameProcess,
  type StoredProcess,
} from '#kit/process/process-identity.ts'
import { ControlClient } from './control-client.ts'
import { controlSocket } from './router-commands.ts'

/** The applications have been stopped before: hardly a request can still be answered. */
const grace = 500
const timeout = 5000
/** A killed process is gone at once, unless the machine is busy. */
const killTimeout = 30_000

/** Stops the router process of a folder, started by any server. Returns whether there was one. */
export async function endRouter(folder: string): Promise<boolean> {
  if (!existsSync(folder)) return false
  const control = new ControlClient(folder)
  try {
    const hold = await control.hold().catch(() => undefined)
    if (!hold) {
      const wasThere = await killRouter(folder)
      return (await killHaproxy(folder)) || wasThere
    }
    await control.ask({ kind: 'leave', grace }, timeout).catch(() => {})
    await ended(folder).catch(() => killRouter(folder))
    hold.release()
    return true
  } finally {
    control.close()
  }
}

/** HAProxy outlives its agent. With this signal the master ends its workers first. */
async function killHaproxy(folder: string): Promise<boolean> {
  const pid = notedProcess(folder, 'haproxy')
  if (pid === undefined) return false
  process.kill(pid, 'SIGTERM')
  await until(() => notedProcess(folder, 'haproxy') === undefined, {
    timeout: killTimeout,
    every: 5,
    what: 'the end of HAProxy',
  })
  return true
}

/** Kills a router process that does not answer commands. Returns whether there was one. */
export async function killRouter(folder: string): Promise<boolean> {
  let wasThere = false
  const isOver = () => {
    // The standby first, because it would take over.
    const pids = [notedProcess(folder, 'standby'), notedProcess(folder)]
    const found = pids.filter((pid) => pid !== undefined)
    for (const pid of found) endAtOnce(pid)
    wasThere ||= found.length > 0
    return found.length === 0
  }
  await until(isOver, { timeout: killTimeout, every: 5, what: 'the end of the router' })
  if (wasThere) await rm(join(folder, controlSocket), { force: true })
  return wasThere
}

function endAtOnce(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}

const ended = (folder: string) =>
  until(() => notedProcess(folder) === undefined, {
    timeout,
    every: 5,
    what: 'the end of the router',
  })

const files = { router: 'process.json', standby: 'standby.json', haproxy: 'haproxy.json' }

/** Writes PID and start time of a router process, or of its standby, into the current folder. */
export function noteProcess(pid: number, role: keyof typeof files = 'router') {
  writeNote(files[role], identifyProcess(pid))
}

/** Replaces a file at once, because whoever reads half of it would take the process for ended. */
export function writeNote(file: string, noted: StoredProcess | undefined) {
  const draft = `${file}.new`
  writeFileSync(draft, JSON.stringify(noted ?? null), { mode: 0o600 })
  renameSync(draft, file)
}

/** PID of the router process recorded in a folder, or of its standby, if it still runs. */
export function notedProcess(
  folder: string,
  role: keyof typeof files = 'router',
): number | undefined {
  try {
    const noted = JSON.parse(readFileSync(join(folder, files[role]), 'utf8'))
    return isSameProcess(noted) ? noted.pid : undefined
  } catch {
    return undefined
  }
}
