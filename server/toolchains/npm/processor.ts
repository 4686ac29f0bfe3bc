import { readFileSync } from 'node:fs'

/** Processor features that select between packages of the same program. */
export interface Processor {
  /** Architecture, by Node's name. */
  arch: string
  /** AVX2 support, which the default x64 build of Bun needs. */
  avx2: boolean
}

let found: boolean | undefined

/** Whether this machine's processor has AVX2; false when unknown. */
export function hasAvx2(): boolean {
  found ??= /^flags\s*:.*\bavx2\b/m.test(processorFacts())
  return found
}

function processorFacts(): string {
  try {
    return readFileSync('/proc/cpuinfo', 'utf8')
  } catch {
    return ''
  }
}
