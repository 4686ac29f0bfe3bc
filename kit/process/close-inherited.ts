import { closeSync, readdirSync, readFileSync } from 'node:fs'

const closeOnExec = 0o2000000
const firstInherited = 3

/**
 * Closes the descriptors that whoever started this process left open in it: all above standard error without the
 * close-on-exec flag, with which Node opens its own. Node sets it on those up to 15 at its start; every child would inherit the others.
 */
export function closeInherited(): void {
  for (const name of namesIn('/proc/self/fd')) {
    const descriptor = Number(name)
    if (descriptor >= firstInherited && isInherited(descriptor)) closeSync(descriptor)
  }
}

/** `false` also for the descriptor of the listing itself, which is closed by now. */
function isInherited(descriptor: number): boolean {
  try {
    const facts = readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8')
    const [, flags] = /^flags:\s+([0-7]+)$/m.exec(facts) ?? []
    return flags !== undefined && (Number.parseInt(flags, 8) & closeOnExec) === 0
  } catch {
    return false
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
