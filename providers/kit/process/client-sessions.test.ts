import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClientSessions } from './client-sessions.ts'

/** A shell in place of a client: it reads statements from its standard input and ends at the first that fails, too. */
const openShells = (reset = '') =>
  createClientSessions({
    command: ['sh', '-e'],
    options: {},
    print: (word) => `echo ${word}`,
    reset,
  })
/** Tells one sandbox from another. */
const whoami = 'readlink /proc/self/ns/pid'

test('client sessions: statements one after the other share a client, at the same time they do not', async () => {
  const { run } = openShells()
  assert.equal(await run('echo one; echo two'), 'one\ntwo\n')
  const first = await run(whoami)
  assert.equal(await run(whoami), first)
  const [one, two] = await Promise.all([run(whoami), run(whoami)])
  assert.notEqual(one, two)
  assert.ok([one, two].includes(first))
  assert.equal(await run(''), '')
})

test('client sessions: a statement that fails ends its client and is told with its complaint, alone', async () => {
  const { run } = openShells()
  const first = await run(whoami)
  await assert.rejects(run('echo partial; cat /none; echo never'), /^Error: sh ended with 1: cat: /)
  assert.notEqual(await run(whoami), first)
})

test('client sessions: a client that is too slow is killed', async () => {
  const { run } = openShells()
  await run('true')
  await assert.rejects(run('sleep 60', 300), /sh ended with SIGKILL/)
  assert.equal(await run('echo next'), 'next\n')
})

test('client sessions: statements for a client that has ended meanwhile are run by another one', async () => {
  const { run } = createClientSessions({
    command: ['sh', '-e'],
    options: {},
    print: (word) => `echo ${word}; test ! -e /tmp/over`,
    reset: '',
  })
  const first = await run(whoami)
  assert.equal(await run(`${whoami}; touch /tmp/over`), first)
  assert.notEqual(await run(whoami), first)
})

test('client sessions: what a session keeps is undone before the next statements, or they get another client', async () => {
  const shells = openShells('cd /tmp && test ! -e gone')
  assert.equal(await shells.run('cd /usr; pwd'), '/usr\n')
  assert.equal(await shells.run('pwd'), '/tmp\n')
  const first = await shells.run(`${whoami}; touch gone`)
  assert.notEqual(await shells.run(whoami), first)
})

test('client sessions: a client that never begins is an error', async () => {
  const { run } = createClientSessions({
    command: ['sh', '-c', 'echo no server >&2; exit 2'],
    options: {},
    print: (word) => word,
    reset: '',
  })
  await assert.rejects(run('echo one'), /sh ended with 2: no server/)
})
