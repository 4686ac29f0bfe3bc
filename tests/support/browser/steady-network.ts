import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assemble, load, whenEqual } from '#kit/seccomp/bpf.ts'
import { allow, argument, families, familyNotSupported } from '#kit/seccomp/policy.ts'
import { type Processor, syscallNumber } from '#kit/seccomp/syscalls.ts'

/** Offset in `struct seccomp_data`. */
const callNumber = load(0)

/**
 * A program that starts Chromium without netlink sockets, by which it learns of addresses that come and go. It then drops every
 * request that waits for a connection (ERR_NETWORK_CHANGED), and instances beside it make and remove interfaces all the time.
 */
export class SteadyNetwork implements AsyncDisposable {
  readonly program: string
  readonly #folder: string

  private constructor(folder: string, program: string) {
    this.#folder = folder
    this.program = program
  }

  static async of(chromium: string): Promise<SteadyNetwork> {
    const folder = await mkdtemp(join(tmpdir(), 'berth-chromium-'))
    const [filter, program] = [join(folder, 'filter'), join(folder, 'chromium')]
    await writeFile(filter, withoutNetlink())
    await writeFile(
      program,
      `#!/bin/sh\nexec 9< '${filter}'\nexec bwrap --dev-bind / / --seccomp 9 -- '${chromium}' "$@"\n`,
    )
    await chmod(program, 0o755)
    return new SteadyNetwork(folder, program)
  }

  async [Symbol.asyncDispose]() {
    await rm(this.#folder, { recursive: true })
  }
}

function withoutNetlink(): Uint8Array {
  const socket = syscallNumber('socket', process.arch as Processor)
  if (socket === undefined) throw new Error(`no number of socket(2) is known for ${process.arch}`)
  const byFamily = [...argument(0), ...whenEqual([families.netlink], familyNotSupported), ...allow]
  return assemble([...callNumber, ...whenEqual([socket], byFamily), ...allow])
}
