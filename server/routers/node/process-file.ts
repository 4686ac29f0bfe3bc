import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { identifyProcess, isSameProcess } from '#kit/process/process-identity.ts'

const file = 'process.json'

/** Writes into the current folder which process this is. */
export function noteOwnProcess() {
  writeFileSync(file, JSON.stringify(identifyProcess(process.pid) ?? null), { mode: 0o600 })
}

/** The number of the router process that was noted in a folder, if it still runs. */
export function notedProcess(folder: string): number | undefined {
  try {
    const noted = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    return isSameProcess(noted) ? noted.pid : undefined
  } catch {
    return undefined
  }
}
