import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { root } from '#tests/laws/source-tree.ts'

/** `bin/berth-server` with a server, a clock and pauses of the test's own. */
async function prepare(t: TestContext, server: string, programs: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'berth-supervisor-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  for (const name of ['bin', 'node_modules/.bin', 'path'])
    await mkdir(join(folder, name), { recursive: true })
  await copyFile(join(root, 'bin/berth-server'), join(folder, 'bin/berth-server'))
  const scripts = {
    'node_modules/.bin/node': `echo "$*" >> "$DIR/starts"; n=$(wc -l < "$DIR/starts"); ${server}`,
    ...Object.fromEntries(
      Object.entries(programs).map(([name, text]) => [`path/${name}`, text] as const),
    ),
  }
  for (const [name, text] of Object.entries(scripts))
    await writeFile(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  const child = spawn(join(folder, 'bin/berth-server'), {
    env: { DIR: folder, PATH: `${folder}/path:/usr/bin:/bin` },
    stdio: 'ignore',
  })
  t.after(() => child.kill('SIGKILL'))
  const lines = async (name: string) =>
    (await readFile(join(folder, name), 'utf8').catch(() => '')).split('\n').slice(0, -1)
  return { child, lines, ended: once(child, 'close') }
}

const recordPause = 'echo "$1" >> "$DIR/pauses"'

test('berth-server: a server that always dies is started again with growing pauses up to a minute, without end', async (t) => {
  const server = 'if [ "$n" -eq 40 ]; then exit 0; fi; exit $((n % 3))1'
  const { lines, ended } = await prepare(t, server, { sleep: recordPause })
  assert.deepEqual(await ended, [0, null])
  const pauses = (await lines('pauses')).map(Number)
  assert.deepEqual(pauses, [1, 2, 4, 8, 16, 32, ...Array(33).fill(60)])
  assert.equal((await lines('starts')).length, 40)
})

test('berth-server: after ten minutes without a crash, pauses begin with one second again', async (t) => {
  const { lines, ended } = await prepare(t, 'if [ "$n" -eq 6 ]; then exit 0; fi; exit 1', {
    sleep: recordPause,
    // The fourth server runs for 600 s.
    date: 'n=$(wc -l < "$DIR/starts" 2>/dev/null || echo 0); [ "$n" -ge 4 ] && echo 600 || echo 0',
  })
  assert.deepEqual(await ended, [0, null])
  assert.deepEqual(await lines('pauses'), ['1', '2', '4', '1', '2'])
})

test('berth-server: a start that cannot succeed ends it only if no server has run before', async (t) => {
  const never = await prepare(t, 'exit 2', { sleep: recordPause })
  assert.deepEqual(await never.ended, [2, null])
  const later = await prepare(t, 'case $n in 1) exit 1 ;; 4) exit 0 ;; esac; exit 2', {
    sleep: recordPause,
  })
  assert.deepEqual(await later.ended, [0, null])
  assert.deepEqual(await later.lines('pauses'), ['1', '2', '4'])
})

for (const [signal, starts] of [
  ['SIGTERM', 1],
  ['SIGINT', 2],
] as const) {
  test(`berth-server: obeys ${signal} during a pause`, async (t) => {
    const { child, lines, ended } = await prepare(
      t,
      'case $* in *--stop-all) exit 0 ;; esac; exit 1',
      { sleep: `${recordPause}; exec /bin/sleep 600` },
    )
    const isPaused = async () => (await lines('pauses')).length === 1
    await until(isPaused, { timeout: 300_000, what: 'the pause' })
    child.kill(signal)
    assert.deepEqual(await ended, [0, null])
    assert.equal((await lines('starts')).length, starts)
    assert.equal((await lines('starts')).at(-1)?.endsWith('--stop-all'), signal === 'SIGINT')
  })
}
