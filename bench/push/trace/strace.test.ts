import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseStrace, tracksOf } from './strace.ts'
import { writeTrace } from './trace-file.ts'

const written = `10 1.000000 execve("/usr/bin/node", ["node", "main.ts"], 0x7f /* 3 vars */) = 0 <0.000300>
10 1.001000 clone3({flags=CLONE_VM|CLONE_THREAD, exit_signal=0}, 88) = 11 <0.000100>
11 1.002000 fdatasync(7</data/a.sqlite-wal> <unfinished ...>
10 1.003000 epoll_pwait(5<anon_inode:[eventpoll]>, [], 1024, 20, NULL, 8) = 0 <0.020000>
11 1.004000 <... fdatasync resumed>) = 0 <0.002000>
10 1.030000 clone(child_stack=NULL, flags=SIGCHLD) = 12 <0.004000>
12 1.031000 execve("/bin/sh", ["sh", "-c", "git \\"x\\""], 0x7f /* 3 vars */) = 0 <0.000300>
12 1.032000 vfork( <unfinished ...>
13 1.033000 execve("/usr/bin/git", ["git", "version"], 0x7f /* 3 vars */ <unfinished ...>
12 1.034000 <... vfork resumed>) = 2 /* 13 in strace's PID NS */ <0.002000>
13 1.035000 <... execve resumed>) = 0 <0.002000>
12 1.036000 --- SIGTERM {si_signo=SIGTERM, si_code=SI_USER} ---
13 1.040000 fsync(3</repository/pack>) = 0 <0.001000>
13 1.050000 +++ exited with 0 +++
12 1.060000 +++ killed by SIGTERM +++
10 1.070000 +++ exited with 0 +++
`

test('strace: processes have their programs, parents, ends, syncs of all threads, waits and forks', () => {
  const [server, shell, git] = parseStrace(written)
  assert.deepEqual(
    [server, shell, git].map((process) => [process?.pid, process?.parent, process?.end]),
    [
      [10, undefined, 1070],
      [12, 10, 1060],
      [13, 12, 1050],
    ],
  )
  assert.deepEqual(
    git?.programs.map(({ name }) => name),
    ['git version'],
  )
  assert.deepEqual(
    server?.syncs.map(({ name, begin, end }) => [name, begin, end]),
    [['fdatasync /data/a.sqlite-wal', 1002, 1004]],
  )
  assert.deepEqual(
    git?.syncs.map(({ name }) => name),
    ['fsync /repository/pack'],
  )
  assert.equal(server?.waits.length, 1)
  assert.deepEqual(
    server?.forks.map(({ details }) => details),
    [{ child: 12 }],
  )
})

test('trace file: spans are cut to the window and begin with it; overlapping ones are pairs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'berth-trace-file-'))
  try {
    const file = join(folder, 'trace.json')
    const spans = [{ name: 'timer', begin: 990, end: 1010 }]
    const groups = [
      { name: 'processes', tracks: tracksOf(parseStrace(written)) },
      { name: 'server', tracks: [{ name: 'timers', isConcurrent: true, spans }] },
    ]
    await writeTrace(file, groups, { begin: 1000, end: 1045 })
    const { traceEvents } = JSON.parse(await readFile(file, 'utf8'))
    const named = (name: string) =>
      traceEvents.filter((event: { name: string }) => event.name === name)
    assert.deepEqual(
      named('timer').map(({ ph, ts }: { ph: string; ts: number }) => [ph, ts]),
      [
        ['b', 0],
        ['e', 10_000],
      ],
    )
    const [whole] = named('git version')
    assert.deepEqual([whole.ph, whole.ts, whole.dur], ['X', 33_000, 12_000])
    assert.deepEqual(whole.args, { pid: 13, parent: 12 })
  } finally {
    await rm(folder, { recursive: true })
  }
})
