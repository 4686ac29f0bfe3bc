import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { until } from '#kit/concurrency/timeout.ts'
import { findProcess, listProcesses } from '#kit/process/process-identity.ts'
import { notedProcess as notedIn, noteProcess as noteIn } from '#kit/process/process-note.ts'
import { ControlClient } from './control-client.ts'
import { controlSocket } from './router-commands.ts'

/** Where the applications have been stopped before, hardly a request can still be answered. */
const usualGrace = 500
const timeout = 5000
/** A killed process is gone at once, unless the machine is busy. */
const killTimeout = 30_000

/** Stops the router process of a folder, started by any server, once its requests or the grace are over. Returns whether there was one. */
export async function endRouter(folder: string, grace = usualGrace): Promise<boolean> {
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

/** HAProxy outlives its agent. */
async function killHaproxy(folder: string): Promise<boolean> {
  const pid = notedProcess(folder, 'haproxy')
  if (pid === undefined) return false
  await endHaproxy(pid, killTimeout)
  return true
}

/**
 * Ends HAProxy, of which the PID of the master is given, with all workers. The master ends them before itself with this signal, and not when it is
 * killed; but one that is loading a configuration ends at once, and its workers, which still accept connections, soon after.
 */
export async function endHaproxy(master: number, timeout: number): Promise<void> {
  process.kill(master, 'SIGTERM')
  const isOver = () =>
    findProcess(master) === undefined && listProcesses().every(({ session }) => session !== master)
  await until(isOver, { timeout, every: 5, what: 'the end of HAProxy' })
}

/** Kills a router process that does not answer commands. Returns whether there was one. */
export async function killRouter(folder: string): Promise<boolean> {
  let wasThere = false
  const isOver = () => {
    // The standby first, because it would take over.
    const pids = [notedProcess(folder, 'standby'), notedProcess(folder)]
    const found = pids.filter((pid) => pid !== undefined)
    for (const pid of found) kill(pid)
    wasThere ||= found.length > 0
    return found.length === 0
  }
  await until(isOver, { timeout: killTimeout, every: 5, what: 'the end of the router' })
  if (wasThere) await rm(join(folder, controlSocket), { force: true })
  return wasThere
}

function kill(pid: number) {
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

type Role = keyof typeof files

const retryAfter = 1000

/** PID of the router process recorded in a folder, or of its standby, if it still runs. */
export const notedProcess = (folder: string, role: Role = 'router'): number | undefined =>
  notedIn(join(folder, files[role]))

/**
 * Writes PID and start time of a router process, or of its standby, into the current folder. If the disk refuses it, it is
 * tried again until it works or the process has ended: no visitor waits for the note.
 */
export function noteProcess(pid: number, role: Role = 'router') {
  try {
    noteIn(files[role], pid)
  } catch {
    if (findProcess(pid)) setTimeout(() => noteProcess(pid, role), retryAfter).unref()
  }
}
