import { readFileSync } from 'node:fs'

/** What decides between packages of the same program. */
export interface Processor {
  /** Node's word for it. */
  arch: string
  /** Whether it has AVX2, which the usual build of Bun for x64 needs. */
  avx2: boolean
}

let found: boolean | undefined

/** Whether this machine's processor has AVX2; what cannot be found out is no. */
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
