import type { Span, Track } from './trace-file.ts'

/** Command prefix that has a program and all it starts traced into a file; the program stays a child of its parent. */
export const straceCommand = (file: string): string[] => [
  ...[
    'strace',
    '-D',
    '-f',
    '--seccomp-bpf',
    '-ttt',
    '-T',
    '-y',
    '-s',
    '200',
    '--pidns-translation',
  ],
  // Only the ends by these signals are written down.
  ...['-e', 'signal=TERM,KILL,INT,HUP,PIPE', '-e', `trace=${traced.join(',')}`, '-o', file],
]

const traced = [
  ...['execve', 'clone', 'clone3', 'fork', 'vfork'],
  ...['fsync', 'fdatasync', 'epoll_wait', 'epoll_pwait'],
]

/** A process: from its fork to its end, with the programs that it became. */
export interface TracedProcess {
  pid: number
  parent: number | undefined
  begin: number
  end: number
  programs: Span[]
  /** Calls that wrote a file to the disk, also those of its threads. */
  syncs: Span[]
  /** What its first thread has waited for, in `epoll_wait`. */
  waits: Span[]
  /** Forks, during which the calling thread stands still. */
  forks: Span[]
}

const line = /^(\d+) +(\d+\.\d+) (.*)$/
const call = /^(?:<\.\.\. )?(\w+)(?:\(| resumed>)/
/** Numbers of processes in another namespace are followed by those in ours. */
const result = / = (-?\d+)(?: \/\* (\d+) in [^<]*)?(?: [^<]*)? <(\d+\.\d+)>$/
const unfinished = / <unfinished \.\.\.>$/

/** Reads what `strace` has written with the options of `straceCommand`. */
export function parseStrace(text: string): TracedProcess[] {
  const processes = new Map<number, TracedProcess>()
  /** The process of each thread. */
  const groups = new Map<number, number>()
  const begun = new Map<number, { text: string; begin: number }>()
  let last = 0

  const processOf = (tid: number, time: number, parent?: number): TracedProcess => {
    const pid = groups.get(tid) ?? tid
    const known = processes.get(pid)
    if (known) return known
    const process: TracedProcess = {
      pid,
      parent,
      begin: time,
      end: Number.POSITIVE_INFINITY,
      programs: [],
      syncs: [],
      waits: [],
      forks: [],
    }
    processes.set(pid, process)
    return process
  }

  for (const each of text.split('\n')) {
    const [, id, seconds, rest = ''] = line.exec(each) ?? []
    if (id === undefined) continue
    const tid = Number(id)
    const time = Number(seconds) * 1000
    last = Math.max(last, time)
    if (rest.startsWith('---')) continue
    const process = processOf(tid, time)
    if (rest.startsWith('+++')) {
      if (process.pid === tid) process.end = time
      continue
    }
    const earlier = begun.get(tid)
    if (unfinished.test(rest)) {
      begun.set(tid, { text: rest.replace(unfinished, ''), begin: time })
      continue
    }
    begun.delete(tid)
    const isResumed = rest.startsWith('<...')
    const words = isResumed && earlier ? earlier.text + rest : rest
    const begin = isResumed && earlier ? earlier.begin : time
    const name = call.exec(rest)?.[1] ?? ''
    const [, own = '-1', translated, took = '0'] = result.exec(rest) ?? []
    const value = translated ?? own
    const span = { begin, end: begin + Number(took) * 1000 }
    if (name === 'execve' && value === '0') {
      const previous = process.programs.at(-1)
      if (previous) previous.end = begin
      process.programs.push({ name: commandOf(words), begin, end: Number.POSITIVE_INFINITY })
    } else if (/sync$/.test(name)) {
      process.syncs.push({ ...span, name: `${name} ${/<([^>]*)>/.exec(words)?.[1] ?? ''}` })
    } else if (name.startsWith('epoll') && tid === process.pid) {
      process.waits.push({ ...span, name: 'waits' })
    } else if (/^(clone|fork|vfork)/.test(name) && Number(value) > 0) {
      const child = Number(value)
      if (words.includes('CLONE_THREAD')) joinThread(child, process.pid)
      else {
        processOf(child, begin, process.pid).parent = process.pid
        process.forks.push({ ...span, name: 'fork', details: { child } })
      }
    }
  }
  for (const process of processes.values()) {
    process.end = Math.min(process.end, last)
    for (const span of process.programs) span.end = Math.min(span.end, process.end)
  }
  return [...processes.values()].sort((one, other) => one.begin - other.begin)

  /** Lines of a thread may come before the call that has made it. */
  function joinThread(tid: number, pid: number): void {
    groups.set(tid, pid)
    const early = processes.get(tid)
    if (!early) return
    processes.delete(tid)
    processes.get(pid)?.syncs.push(...early.syncs)
  }
}

/** The words of a command, from the arguments of `execve`. */
function commandOf(words: string): string {
  const list = /, \[(.*)\](?:, |\.\.\.)/.exec(words)?.[1] ?? words
  return list.replace(/"((?:[^"\\]|\\.)*)"(?:\.\.\.)?,? ?/g, '$1 ').trim()
}

/** One track for each process, named by its last program. */
export function tracksOf(processes: readonly TracedProcess[]): Track[] {
  return processes.map(({ pid, parent, begin, end, programs, syncs, forks }) => {
    const name = programs.at(-1)?.name ?? 'a fork of the same program'
    const before = programs[0] ? [{ name: 'forked', begin, end: programs[0].begin }] : []
    const whole = { name, begin, end, details: { pid, parent: parent ?? 0 } }
    const steps = programs.length > 0 ? [...before, ...programs] : []
    return { name: `${pid} ${name.slice(0, 60)}`, spans: [whole, ...steps, ...syncs, ...forks] }
  })
}
