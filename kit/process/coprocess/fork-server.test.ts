import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { findProcess } from '#kit/process/process-identity.ts'
import { runSmall, runSmallOrThrow } from './fork-server.ts'

const timeout = 300_000
const file = join(import.meta.dirname, 'fork-server.ts')

/** PIDs of fork servers that this process started. */
const serversOf = (parent: number) =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && findProcess(pid)?.parent === parent)
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('fork-server.pl'))

test('fork server: a program gets its words and its input, and its output and exit code come back', async () => {
  const input = 'é\0\n'.repeat(100_000)
  const copied = await runSmall(['cat'], { input, timeout })
  assert.deepEqual(copied, { code: 0, stdout: input, stderr: '' })
  const script = 'printf "%s|" "$@"; echo problem >&2; exit 3'
  const told = await runSmall(['sh', '-c', script, 'sh', '', 'two words', '-'], { timeout })
  assert.deepEqual(told, { code: 3, stdout: '|two words|-|', stderr: 'problem\n' })
  await assert.rejects(
    runSmallOrThrow(['sh', '-c', 'echo wrong >&2; exit 1'], { timeout }),
    /^Error: sh -c .* exited with 1: wrong$/,
  )
})

test('fork server: a program that does not exist exits with 127, one that ignores its input is no failure', async () => {
  const missing = await runSmall(['/nonexistent/program'], { input: 'x'.repeat(300_000), timeout })
  assert.equal(missing.code, 127)
  assert.match(missing.stderr, /No such file/)
  assert.equal((await runSmall(['true'], { input: 'x'.repeat(300_000), timeout })).code, 0)
})

test('fork server: programs run at the same time, and have the default signals', async () => {
  const pipe = await runSmall(['sh', '-c', 'yes | head -n 1; kill -TERM $$'], { timeout })
  assert.deepEqual(pipe, { code: 143, stdout: 'y\n', stderr: '' })
  const waiting = new AbortController()
  const long = runSmall(['sleep', '600'], { signal: waiting.signal, timeout })
  const results = await Promise.all(
    ['a', 'b', 'c'].map((word) => runSmall(['echo', word], { timeout })),
  )
  assert.deepEqual(
    results.map(({ stdout }) => stdout),
    ['a\n', 'b\n', 'c\n'],
  )
  waiting.abort(new Error('no longer wanted'))
  await assert.rejects(long, /no longer wanted/)
})

test('fork server: a program is killed after its timeout', async () => {
  assert.equal((await runSmall(['sleep', '600'], { timeout: 50 })).code, 137)
})

test('fork server: one that was killed fails its programs, and the next program gets another', async () => {
  await runSmall(['true'], { timeout })
  const [first = 0] = serversOf(process.pid)
  const interrupted = assert.rejects(
    runSmall(['sh', '-c', `kill -KILL ${first}; sleep 1`], { timeout }),
    /ended without an answer/,
  )
  await interrupted
  assert.equal((await runSmall(['echo', 'again'], { timeout })).stdout, 'again\n')
  assert.deepEqual(serversOf(process.pid).includes(first), false)
})

test('fork server: it survives signals to its process group, does not hold its process, and ends with it', async () => {
  const script = `const { runSmall } = await import(${JSON.stringify(file)})
    await runSmall(['true'], { timeout: 60_000 })
    const { stdout } = await runSmall(['sh', '-c', 'echo $PPID'], { timeout: 60_000 })
    process.kill(Number(stdout), 'SIGINT')
    const again = await runSmall(['sh', '-c', 'echo $PPID'], { timeout: 60_000 })
    console.log(JSON.stringify([Number(stdout), Number(again.stdout)]))`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script])
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  child.stderr.pipe(process.stderr)
  await until(() => child.exitCode !== null, { timeout, what: 'the end of the process' })
  assert.equal(child.exitCode, 0)
  const [before, after] = JSON.parse(output)
  assert.equal(before, after)
  await until(() => findProcess(before) === undefined, { timeout, what: 'the end of the server' })
})
