import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { until } from '#kit/concurrency/timeout.ts'
import { identifyProcess, isSameProcess } from '#kit/process/process-identity.ts'
import { ControlClient } from './control-client.ts'
import { controlSocket } from './router-commands.ts'

const grace = 2000
const timeout = 5000

/** Stops the router process of a folder, started by any server. Returns whether there was one. */
export async function endNodeRouter(folder: string): Promise<boolean> {
  if (!existsSync(folder)) return false
  const control = new ControlClient(folder)
  try {
    const hold = await control.hold().catch(() => undefined)
    if (!hold) return await killRouter(folder)
    await control.ask({ kind: 'leave', grace }, timeout).catch(() => {})
    await ended(folder).catch(() => killRouter(folder))
    hold.release()
    return true
  } finally {
    control.close()
  }
}

/** Kills a router process that does not answer commands. Returns whether there was one. */
export async function killRouter(folder: string): Promise<boolean> {
  const pid = notedProcess(folder)
  if (pid === undefined) return false
  process.kill(pid, 'SIGKILL')
  await ended(folder)
  await rm(join(folder, controlSocket), { force: true })
  return true
}

const ended = (folder: string) =>
  until(() => notedProcess(folder) === undefined, {
    timeout,
    every: 5,
    what: 'the end of the router',
  })

const file = 'process.json'

/** Writes PID and start time of this process into the current folder. */
export function noteOwnProcess() {
  writeFileSync(file, JSON.stringify(identifyProcess(process.pid) ?? null), { mode: 0o600 })
}

/** PID of the router process recorded in a folder, if it still runs. */
export function notedProcess(folder: string): number | undefined {
  try {
    const noted = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    return isSameProcess(noted) ? noted.pid : undefined
  } catch {
    return undefined
  }
}
