import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { root } from '#tests/laws/source-tree.ts'
import { inheritedStdio, standardDescriptors } from '#tests/support/engine/inherited-descriptor.ts'

/** `bin/berth-server` with a server, a clock and pauses of the test's own. */
async function prepare(
  t: TestContext,
  server: string,
  programs: Record<string, string> = {},
  {
    change = async () => {},
    options = [],
  }: { change?: (folder: string) => Promise<void>; options?: string[] } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'berth-supervisor-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  for (const name of ['bin', 'kit/process', 'node_modules/.bin', 'path'])
    await mkdir(join(folder, name), { recursive: true })
  for (const name of ['bin/berth-server', 'kit/process/close-descriptors.pl'])
    await copyFile(join(root, name), join(folder, name))
  const scripts = {
    'node_modules/.bin/node': `echo "$*" >> "$DIR/starts"; n=$(wc -l < "$DIR/starts"); ${server}`,
    ...Object.fromEntries(
      Object.entries(programs).map(([name, text]) => [`path/${name}`, text] as const),
    ),
  }
  for (const [name, text] of Object.entries(scripts))
    await writeFile(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  await change(folder)
  const child = spawn(join(folder, 'bin/berth-server'), options, {
    env: { DIR: folder, PATH: `${folder}/path:/usr/bin:/bin` },
    stdio: inheritedStdio,
  })
  t.after(() => child.kill('SIGKILL'))
  const lines = async (name: string) =>
    (await readFile(join(folder, name), 'utf8').catch(() => '')).split('\n').slice(0, -1)
  return { child, lines, folder, ended: once(child, 'close') }
}

const nodeOf = (folder: string) => join(folder, 'node_modules/.bin/node')

test('berth-server: a server that dies while npm ci runs is started again once its Node is back', async (t) => {
  // The first server takes its Node away, as npm ci does, and dies.
  const server = `
    if [ "$n" -gt 1 ]; then exit 0; fi
    mv "$DIR/node_modules/.bin/node" "$DIR/kept"
    exit 1`
  const { lines, folder, ended } = await prepare(t, server, { sleep: recordPause })
  await until(async () => (await lines('pauses')).length > 5, {
    timeout: 300_000,
    what: 'the wait',
  })
  assert.equal((await lines('starts')).length, 1)
  await rename(join(folder, 'kept'), nodeOf(folder))
  assert.deepEqual(await ended, [0, null])
  assert.equal((await lines('starts')).length, 2)
  assert.deepEqual(new Set(await lines('pauses')), new Set(['1']))
})

test('berth-server: started while npm ci runs it waits, without anything installed it ends', async (t) => {
  const begin = (remove: string) =>
    prepare(
      t,
      'exit 0',
      { sleep: recordPause },
      {
        change: async (folder) => {
          await rename(nodeOf(folder), join(folder, 'kept'))
          await rm(join(folder, remove), { recursive: true, force: true })
        },
      },
    )
  const never = await begin('node_modules')
  assert.deepEqual(await never.ended, [2, null])
  const during = await begin('node_modules/.package-lock.json')
  const hasWaited = async () => (await during.lines('pauses')).length > 2
  await until(async () => during.child.exitCode !== null || (await hasWaited()), {
    timeout: 300_000,
    what: 'the wait',
  })
  assert.equal(during.child.exitCode, null)
  await rename(join(during.folder, 'kept'), nodeOf(during.folder))
  assert.deepEqual(await during.ended, [0, null])
  assert.equal((await during.lines('starts')).length, 1)
})

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
  // The fourth server runs for 600 s.
  const server = `
    if [ "$n" -eq 6 ]; then exit 0; fi
    if [ "$n" -ge 4 ]; then echo 600.00 0.00 > "$DIR/uptime"; fi
    exit 1`
  const { lines, ended } = await prepare(
    t,
    server,
    { sleep: recordPause },
    {
      change: async (folder) => {
        await writeFile(join(folder, 'uptime'), '0.00 0.00\n')
        const program = join(folder, 'bin/berth-server')
        const text = await readFile(program, 'utf8')
        await writeFile(program, text.replace('/proc/uptime', '"$DIR/uptime"'))
      },
    },
  )
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

test('berth-server: what it has inherited is closed before a server starts, at each start and with options', async (t) => {
  const server = 'ls /proc/self/fd > "$DIR/descriptors-$n"; [ "$n" -gt 1 ]'
  const twice = await prepare(t, server, { sleep: recordPause })
  const once = await prepare(t, server, {}, { options: ['--stop-all'] })
  assert.deepEqual(await twice.ended, [0, null])
  assert.deepEqual(await once.ended, [1, null])
  for (const lines of [twice.lines('descriptors-1'), twice.lines('descriptors-2')])
    assert.deepEqual(await lines, standardDescriptors)
  assert.deepEqual(await once.lines('descriptors-1'), standardDescriptors)
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
