import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { before, describe, test } from 'node:test'
import { supervisedCommand, withWorkers } from '#engines/process/instances/launch-instance.ts'
import { until, withTimeout } from '#kit/concurrency/timeout.ts'
import type { Worker } from '#platform/model/hosting/recipe/recipe.ts'

const script = join(import.meta.dirname, 'supervise.sh')
const supervisors = {
  'supervise.sh': ['/bin/sh', script],
  'supervise.pl': ['/usr/bin/perl', join(import.meta.dirname, 'supervise.pl')],
}
let supervisor: string[] = []
const shell = (text: string): [string, ...string[]] => ['sh', '-c', text]
const serving = shell('trap "echo told; exit 7" TERM; echo serving; while :; do sleep 0.05; done')

interface Supervised extends AsyncDisposable {
  lines: string[]
  line(wanted: string | RegExp, times?: number): Promise<unknown>
  end(): Promise<number>
  exited: Promise<number>
}

function supervise(
  start: [string, ...string[]],
  { workers = [] }: { workers?: Worker[] },
): Supervised {
  const [program = '', ...words] = withWorkers(workers, supervisor, start)
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'inherit'], detached: true })
  const lines: string[] = []
  createInterface(child.stdout).on('line', (line) => lines.push(line))
  const exited = once(child, 'close').then(([code]) => code as number)
  const limited = () => withTimeout(exited, 60_000, 'the end of the supervisor')
  return {
    lines,
    exited,
    line: (wanted, times = 1) =>
      until(
        () => {
          const isIt = (line: string) =>
            typeof wanted === 'string' ? line === wanted : wanted.test(line)
          return lines.filter(isIt).length >= times
        },
        { timeout: 300_000, every: 5, what: `${wanted}, after ${lines}` },
      ),
    end() {
      child.kill('SIGTERM')
      return limited()
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null) process.kill(-(child.pid ?? 0), 'SIGKILL')
      await limited().catch(() => {})
    },
  }
}

const worker = (text: string, more: Partial<Worker> = {}): Worker => ({
  command: shell(text),
  restart: 'on-failure',
  delay: 100,
  ...more,
})

for (const [name, words] of Object.entries(supervisors))
  describe(`${name}: workers beside a command`, () => {
    before(() => {
      supervisor = words
    })

    test('are restarted by their policy, while the command keeps running', async () => {
      await using supervised = supervise(serving, {
        workers: [
          worker('echo failing; exit 3'),
          worker('echo done'),
          worker('echo ever', { restart: 'always' }),
          worker('echo once; exit 1', { restart: 'never' }),
        ],
      })
      await supervised.line('failing', 3)
      await supervised.line('ever', 3)
      await supervised.line(
        'The worker "echo failing; exit 3" ended with code 3. It is started again in 0.1 s.',
        2,
      )
      const times = (word: string) => supervised.lines.filter((line) => line === word).length
      assert.deepEqual([times('done'), times('once'), times('serving')], [1, 1, 1])
      assert.equal(await supervised.end(), 7)
    })

    test('get the arguments of their commands unchanged', async () => {
      const words = ['two words', '', '--', '$HOME', 'a"b\'c', '*', 'line\nend']
      const command: [string, ...string[]] = [
        'node',
        '-e',
        'console.log(JSON.stringify(process.argv.slice(1)))',
        '--',
        ...words,
      ]
      await using supervised = supervise(serving, {
        workers: [
          worker('echo other', { restart: 'never' }),
          { command, restart: 'never', delay: 0 },
        ],
      })
      await supervised.line(JSON.stringify(words))
      assert.equal(await supervised.end(), 7)
    })

    test('get one SIGTERM, together with the command, and are awaited', async () => {
      const polite =
        'n=0; trap "n=\\$((n+1)); echo worker told \\$n" TERM; echo working; while [ $n = 0 ]; do sleep 0.05; done; sleep 0.3; echo worker left'
      await using supervised = supervise(serving, { workers: [worker(polite), worker(polite)] })
      await supervised.line('serving')
      await supervised.line('working', 2)
      assert.equal(await supervised.end(), 7)
      const told = supervised.lines.filter((line) => line.startsWith('worker told'))
      assert.deepEqual(told, ['worker told 1', 'worker told 1'])
      assert.equal(supervised.lines.filter((line) => line === 'worker left').length, 2)
    })

    test("end when the command exits by itself, with the command's exit code", async () => {
      const text = 'trap "echo worker told; exit" TERM; echo working; while :; do sleep 0.05; done'
      await using supervised = supervise(shell('sleep 0.5; exit 9'), { workers: [worker(text)] })
      assert.equal(await withTimeout(supervised.exited, 60_000, 'the end'), 9)
      assert.equal(supervised.lines.at(-1), 'worker told')
    })

    test('leave signal handling to the command', async () => {
      const handled = 'trap "echo interrupted" INT; kill -INT $$; echo on'
      await using supervised = supervise(shell(handled), { workers: [worker('true')] })
      assert.equal(await withTimeout(supervised.exited, 60_000, 'the end'), 0)
      assert.deepEqual(supervised.lines, ['interrupted', 'on'])
    })
  })

test('supervisor: a command without workers has none', () => {
  const order = { instanceId: 'one', applicationId: 'app', applicationNumber: 1, tools: [] }
  const rest = { artifact: { id: '', handle: {} }, environment: {} }
  const limits = { memoryMegabytes: 1, cpus: 1, processes: 1 }
  const command: [string, ...string[]] = ['node', 'main.js']
  assert.deepEqual(supervisedCommand({ ...order, ...rest, limits, command }, script), command)
})
