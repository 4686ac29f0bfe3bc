import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { DeclinedError } from '#providers/kit/declined.ts'
import { createSessions } from '#providers/kit/sessions/sessions.ts'
import { createTransfers } from '#providers/kit/transfers/transfers.ts'
import { memoryTmpdir } from '#tests/support/memory-folder.ts'
import { openTypedApi } from '#tests/support/platform/typed-api.ts'
import { openDashboard } from '#tests/support/providers/dashboard.ts'

const timeout = 60_000
const main = new URL('../../main.ts', import.meta.url).pathname

/** A database whose dumps are bytes; one that says `wait` is never done, and one that says `bad` fails. */
async function open(t: TestContext) {
  const folder = await mkdtemp(join(memoryTmpdir(), 'dumps-'))
  t.after(() => rm(folder, { recursive: true }))
  let content: Buffer = Buffer.from('')
  const left: string[] = []
  const forever = (signal: AbortSignal) =>
    new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => {
        left.push('cancelled')
        reject(new DeclinedError('It was cancelled.'))
      }),
    )
  const transfers = createTransfers({
    folder: join(folder, 'files'),
    formats: { plain: '.sql' },
    maxBytes: () => 20_000_000,
    admit: async () => {},
    async importDump(_, { path, signal }) {
      content = await readFile(path)
      if (content.toString() === 'wait') return forever(signal)
      if (content.toString() === 'bad') throw new DeclinedError('line 1: \u001b[2Jsyntax error')
      return 'All of the dump was imported.'
    },
    async exportDump(_, { path, signal }) {
      await writeFile(path, content)
      if (content.toString() === 'wait') return forever(signal)
    },
    report: async () => {},
    onProblem: assert.fail,
  })
  const echo = createServer((socket) => socket.on('error', () => {}).pipe(socket))
  echo.listen(0, '127.0.0.1')
  await once(echo, 'listening')
  t.after(() => echo.close())
  const place = echo.address()
  const sessions = createSessions({
    programs: { start: () => assert.fail(), endOf() {}, close: async () => {} },
    shell: () => Promise.reject(new DeclinedError('There is no client here.', 409)),
    portOf: async () => (typeof place === 'object' && place ? place.port : 0),
  })
  const typed = await openTypedApi()
  const { addon } = await openDashboard(t, typed, { transfers, sessions })
  t.after(() => transfers.close())
  const { root, env, type } = typed
  const command = (words: string) => type(`database ${words}`)
  /** As a process, which gets signals. */
  const begin = (words: string) => {
    const args = [main, 'database', ...words.split(' ')]
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { PATH: process.env.PATH, ...env },
    })
    t.after(() => child.kill('SIGKILL'))
    const said = { out: '', err: '' }
    child.stdout.setEncoding('utf8').on('data', (text) => (said.out += text))
    child.stderr.setEncoding('utf8').on('data', (text) => (said.err += text))
    return { child, said, ended: once(child, 'close').then(([code, signal]) => code ?? signal) }
  }
  const holds = (text: string) => (content = Buffer.from(text))
  return { addon, root, command, begin, holds, left, content: () => content }
}

test('database import: a file of several parts arrives as it is, and what is wrong is said with what to do', async (t) => {
  const { addon, root, command, content } = await open(t)
  const dump = Buffer.alloc(9_000_000, 'a line\n')
  await writeFile(join(root, 'shop.sql'), dump)
  await writeFile(join(root, 'bad.sql'), 'bad')
  await writeFile(join(root, 'empty.sql'), '')
  await mkdir(join(root, 'folder'))
  const done = await command(`import ${addon.id} shop.sql --yes`)
  assert.deepEqual([done.code, done.out], [0, 'All of the dump was imported.\n'], done.err)
  assert.ok(content().equals(dump))
  const json = await command(`import ${addon.id} shop.sql --yes --format json`)
  const { kind, state, message } = JSON.parse(json.out)
  assert.deepEqual([kind, state, message], ['import', 'done', 'All of the dump was imported.'])
  for (const [words, said] of [
    [`${addon.id} bad.sql --yes`, /^The import failed\. line 1: .*syntax error/m],
    [`${addon.id} shop.sql`, /Not a terminal: pass --yes to confirm/],
    [`${addon.id} none.sql --yes`, /none\.sql cannot be read \(ENOENT\)/],
    [`${addon.id} empty.sql --yes`, /empty\.sql is empty/],
    [`${addon.id} folder --yes`, /folder is not a file/],
    ['nowhere shop.sql --yes', /nowhere/],
  ] as const) {
    const { code, out, err } = await command(`import ${words}`)
    assert.deepEqual([code, out], [1, ''], words)
    assert.match(err, said)
    assert.ok(!err.includes('\u001b'), 'nothing steers the terminal')
  }
  assert.equal((await command('import')).code, 2)
})

test('database export: the file has its name once it is complete, and a failure leaves none', async (t) => {
  const { addon, root, command, holds } = await open(t)
  holds('create table t ();')
  const done = await command(`export ${addon.id} shop.sql`)
  assert.equal(done.code, 0, done.err)
  assert.equal(done.out, `Saved ${join(root, 'shop.sql')} (18 bytes).\n`)
  assert.equal(await readFile(join(root, 'shop.sql'), 'utf8'), 'create table t ();')
  const json = await command(`export ${addon.id} --format json`)
  const { path, size } = JSON.parse(json.out)
  assert.equal(size, 18)
  assert.match(path, /\.sql$/)
  const unknown = await command(`export ${addon.id} --dump tar`)
  assert.equal(unknown.code, 1)
  assert.match(unknown.err, /There is no format 'tar': use plain/)
  const nowhere = await command(`export ${addon.id} none/shop.sql`)
  assert.equal(nowhere.code, 1)
  assert.match(nowhere.err, /none\/shop\.sql\.part cannot be written \(ENOENT\)/)
  assert.deepEqual(
    (await readdir(root)).filter((name) => name.endsWith('.part')),
    [],
  )
})

test('database import and export: Ctrl-C cancels them at the platform, and another one can begin', async (t) => {
  const { addon, root, command, begin, holds, left } = await open(t)
  await writeFile(join(root, 'wait.sql'), 'wait')
  await writeFile(join(root, 'shop.sql'), 'shop')
  holds('wait')
  for (const words of [`export ${addon.id} out.sql`, `import ${addon.id} wait.sql --yes`]) {
    const { child, said, ended } = begin(words)
    const [kind = ''] = words.split(' ')
    const line = kind === 'export' ? 'Written' : 'Imported'
    await until(() => said.err.includes(line), { timeout, what: `${words}: ${said.err}` })
    child.kill('SIGINT')
    assert.equal(await ended, 130, said.err)
    assert.match(said.err, new RegExp(`The ${kind} of .* is cancelled`))
  }
  await until(() => left.length === 2, { timeout, what: 'the end at the provider' })
  const again = await until(
    async () => {
      const ended = await command(`import ${addon.id} shop.sql --yes`)
      return ended.err.includes('is under way') ? undefined : ended
    },
    { timeout, what: 'the next import' },
  )
  assert.equal(again.code, 0, again.err)
  assert.ok(!(await readdir(root)).some((name) => name.startsWith('out.sql')))
})

test('database tunnel: a local port leads to the server until Ctrl-C; shell: a refusal is told', async (t) => {
  const { addon, command, begin } = await open(t)
  const { child, said, ended } = begin(`tunnel ${addon.id} --format json`)
  const { host, port } = await until(() => said.out.includes('}') && JSON.parse(said.out), {
    timeout,
    what: `the port: ${said.err}`,
  })
  const socket = connect(port, host)
  socket.write('hello')
  const [answer] = await once(socket, 'data')
  assert.equal(String(answer), 'hello')
  const taken = await command(`tunnel ${addon.id} --port ${port}`)
  assert.equal(taken.code, 1)
  assert.match(taken.err, new RegExp(`Port ${port} cannot be opened here \\(EADDRINUSE\\)`))
  assert.match((await command(`tunnel ${addon.id} --port x`)).err, /'x' is not a port/)
  child.kill('SIGINT')
  socket.on('error', () => {})
  assert.equal(await ended, 0, said.err)
  const shell = begin(`shell ${addon.id}`)
  shell.child.stdin.end()
  assert.equal(await shell.ended, 1)
  assert.match(shell.said.err, /There is no client here/)
})
