import { readFileSync } from 'node:fs'
import { overwriteFile } from '#kit/files/overwrite-file.ts'
import { identifyProcess, isSameProcess, type StoredProcess } from './process-identity.ts'

/** Longer than any identity, so that a note never needs another block. */
const length = 256
const maxReads = 100

/** Writes PID and start time of a process into a file, in place: a note that exists can be changed on a full disk. */
export function noteProcess(file: string, pid: number | undefined): void {
  const identity = pid === undefined ? undefined : identifyProcess(pid)
  overwriteFile(file, `${JSON.stringify(identity ?? null).padEnd(length)}\n`)
}

/** PID of the process in a note, if it still runs. */
export function notedProcess(file: string): number | undefined {
  const noted = readNote(file)
  return noted && isSameProcess(noted) ? noted.pid : undefined
}

function readNote(file: string): StoredProcess | undefined {
  try {
    return JSON.parse(readSettled(file)) ?? undefined
  } catch {
    return undefined
  }
}

/** Reads until two reads agree: one can meet a write half-way. */
function readSettled(file: string): string {
  let text = readFileSync(file, 'utf8')
  for (let reads = 1; reads < maxReads; reads += 1) {
    const again = readFileSync(file, 'utf8')
    if (again === text) break
    text = again
  }
  return text
}
