import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Processor, type SyscallName, syscallNumber } from '#kit/seccomp/syscalls.ts'

/** What a tenant tries wherever its commands run, and how each attempt has to end: the programs beside this file. */
const verdicts = {
  'files/control-groups': 'absent',
  'files/links': 'planted',
  'files/others': 'absent',
  'files/system': 'refused',
  'kernel/bpf': 'refused',
  'kernel/devices': 'refused',
  'kernel/io-uring': 'refused',
  'kernel/keyrings': 'refused',
  'kernel/log-and-memory': 'refused',
  'kernel/machine': 'refused',
  'kernel/modules': 'refused',
  'kernel/perf': 'refused',
  'kernel/settings': 'refused',
  'kernel/userfaultfd': 'refused',
  'limits/descriptors': 'bounded',
  'limits/disk': 'bounded',
  'limits/memory': 'bounded',
  'limits/processes': 'bounded',
  'network/control-plane': 'unreached',
  'network/metadata': 'unreached',
  'network/neighbours': 'unreached',
  'network/raw-sockets': 'refused',
  'network/unix-sockets': 'unreached',
  'privileges/capabilities': 'refused',
  'privileges/file-handles': 'refused',
  'privileges/mounts': 'refused',
  'privileges/namespaces': 'refused',
  'privileges/priorities': 'refused',
  'privileges/users': 'refused',
  'processes/debuggers': 'refused',
  'processes/descriptors': 'absent',
  'processes/others': 'absent',
  'processes/programs': 'refused',
  'processes/shared-memory': 'absent',
  'processes/signals': 'absent',
  'processes/terminals': 'refused',
} as const

/** What the attacks are aimed at. */
export interface AttackTargets {
  /** Addresses of the platform, and of instances and databases of others, as `host:port`. */
  platform: string[]
  neighbours: string[]
  /** Unix sockets on the machine; an `@` begins the name of an abstract one. */
  sockets: string[]
  /** Processes of the machine, and words that only processes of the platform and of others have. */
  pids: number[]
  words: string[]
  /** Folders that no tenant may see. */
  folders: string[]
  /** What planted links lead to. */
  targets: string[]
}

/** More than any place lets a tenant have. */
const bounds = {
  processes: 10_000,
  megabytes: 6144,
  fileBytes: 20 * 1024 ** 3,
  descriptors: 70_000,
}

/** System calls that the filter leaves to the kernel. */
const unfiltered: Record<string, Record<Processor, number>> = {
  capset: { x64: 126, arm64: 91 },
  fallocate: { x64: 285, arm64: 47 },
  ioprio_set: { x64: 251, arm64: 30 },
  mknodat: { x64: 259, arm64: 33 },
  sched_setscheduler: { x64: 144, arm64: 119 },
  setgid: { x64: 106, arm64: 144 },
  setgroups: { x64: 116, arm64: 159 },
  setuid: { x64: 105, arm64: 146 },
}

const names = globSync('*/*.pl', { cwd: import.meta.dirname })
  .map((path) => path.replace(/\.pl$/, ''))
  .toSorted()
const read = (name: string) => readFileSync(join(import.meta.dirname, `${name}.pl`), 'utf8')

/** One Perl script with all attacks, of which each prints a line. */
export function attackScript(targets: AttackTargets): string {
  const programs = names.map((name) => `attempt('${name}', sub {\n${read(name)}});\n`).join('')
  const calls = new Set(
    [...programs.matchAll(/(?:tried\('|\$number\{)(\w+)/g)].map(([, name]) => name),
  )
  const processor = process.arch as Processor
  const numbers = [...calls].flatMap((name = '') => {
    const number = unfiltered[name]?.[processor] ?? syscallNumber(name as SyscallName, processor)
    return number === undefined ? [] : [`${name} => ${number}`]
  })
  // A word that is written as it is would be found in the command line of the script itself.
  const given = {
    ...targets,
    ...bounds,
    words: targets.words.map((word) => [...word].reverse().join('')),
  }
  const settings = Object.entries(given).map(([name, value]) => `${name} => ${perlOf(value)}`)
  return `${read('prelude')}
%number = (${numbers.join(', ')});
%given = (${settings.join(', ')});
${programs}print "ATTACKS over\\n";
`
}

const perlOf = (value: number | readonly (number | string)[]): string =>
  Array.isArray(value)
    ? `[${value.map((each) => `'${String(each).replaceAll(/[\\']/g, '\\$&')}'`).join(', ')}]`
    : String(value)

/** Asserts that the attacks have ended as they have to, from what they have printed among other lines. */
export function assertHeld(place: string, output: string): void {
  assert.deepEqual(Object.keys(verdicts), names)
  const lines = output.split(/\r?\n/)
  const found = lines.flatMap((line) => /\bATTACK (\S+ .*)$/.exec(line)?.[1] ?? [])
  const expected = Object.entries(verdicts).map(([name, verdict]) => `${name} ${verdict}`)
  assert.deepEqual(found, expected, `${place}: ${output.slice(-2000)}`)
  assert.match(output, /ATTACKS over/)
}
