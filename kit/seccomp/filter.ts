import { assemble, type Block, load, unlessEqual, whenAtLeast, whenEqual } from './bpf.ts'
import {
  allow,
  filtered,
  kill,
  notImplemented,
  notPermitted,
  refused,
  unimplemented,
} from './policy.ts'
import {
  auditArchitecture,
  lastKnownCall,
  type Processor,
  type SyscallName,
  syscallNumber,
} from './syscalls.ts'

/** Offsets in `struct seccomp_data`. */
const callNumber = load(0)
const architecture = load(4)

/**
 * The seccomp program for a sandbox, in bubblewrap's format, or `undefined` for an unknown processor. Calls of another
 * architecture (32-bit ones) kill the process; calls newer than our list return ENOSYS. Nothing is said of calls that are left out.
 */
export function seccompFilter(
  processor: string,
  leftOut: readonly SyscallName[] = [],
  byArguments = filtered,
): Uint8Array | undefined {
  if (processor !== 'x64' && processor !== 'arm64') return undefined
  const isIn = (name: SyscallName) => !leftOut.includes(name)
  return assemble([
    ...architecture,
    ...unlessEqual(auditArchitecture[processor], kill),
    ...callNumber,
    ...byArguments
      .filter(([name]) => isIn(name))
      .flatMap(([name, block]) => forCalls(processor, [name], block)),
    ...forCalls(processor, unimplemented.filter(isIn), notImplemented),
    ...forCalls(processor, refused.filter(isIn), notPermitted),
    // x32 calls of x64 have high numbers too.
    ...whenAtLeast(lastKnownCall + 1, notImplemented),
    ...allow,
  ])
}

/** Repeats the block after each comparison, so that no jump is long. */
function forCalls(processor: Processor, names: readonly SyscallName[], block: Block): Block {
  return names.flatMap((name) => {
    const number = syscallNumber(name, processor)
    return number === undefined ? [] : whenEqual([number], block)
  })
}
