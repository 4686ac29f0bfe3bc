import { statSync } from 'node:fs'
import type { InstanceRecord } from '#engines/process/instances/instance-folder.ts'
import { killProcesses } from '#engines/process/processes/end-processes.ts'
import {
  familyOf,
  type Identity,
  identityOf,
  innerNumber,
  isAlive,
} from '#engines/process/processes/processes.ts'
import { processesOf } from '#kit/control-groups/control-groups.ts'
import { findProcess, listProcesses, type ProcessFacts } from '#kit/process/process-identity.ts'

type Sandbox = Pick<InstanceRecord, 'groups' | 'isSandboxed'>

/**
 * Kills what sessions have left in the sandbox whose PID 1 this is. `session.pl` ends what its command leaves behind, unless the command has
 * killed it or the server was killed: then orphans go to PID 1. They are told from the instance's own processes by their IPC
 * namespace, which each session has to itself and which none of its processes can leave.
 */
export async function killStrays({ groups }: Sandbox, first: Identity): Promise<void> {
  await killProcesses(async () => {
    const own = isAlive(first) ? ipcNamespace(first.pid) : undefined
    if (own === undefined) return { all: [], application: [] }
    const orphans = familyOf(first.pid, await candidates(groups)).filter(({ pid }) => {
      const found = ipcNamespace(pid)
      return found !== undefined && found !== own
    })
    return { all: orphans.map(({ pid }) => pid), application: [] }
  })
}

/** The same for a sandbox that an earlier server has started. */
export async function killForgotten(sandbox: Sandbox): Promise<void> {
  if (!sandbox.isSandboxed) return
  const here = innerNumber(process.pid).depth
  const members = (await processesOf(sandbox.groups)).map((pid) => ({ pid, ...innerNumber(pid) }))
  const first = members.find(({ number, depth }) => number === 1 && depth > here)
  if (first) await killStrays(sandbox, identityOf(first.pid))
}

/** Without control groups they are among all processes of the machine. */
async function candidates(groups: string[]): Promise<ProcessFacts[]> {
  if (groups.length === 0) return listProcesses()
  return (await processesOf(groups)).flatMap((pid) => findProcess(pid) ?? [])
}

/** Number of the namespace; `undefined` for a process that has ended. */
function ipcNamespace(pid: number): number | undefined {
  try {
    return statSync(`/proc/${pid}/ns/ipc`).ino
  } catch {
    return undefined
  }
}
