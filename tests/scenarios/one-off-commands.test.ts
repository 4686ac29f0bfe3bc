import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { PushedApplication, webServer } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

test('one-off commands: one runs beside a pushed application, with a terminal or without, and leaves nothing', async () => {
  await using berth = await TestBerth.lease()
  const application = await PushedApplication.create(berth, 'busy')
  const { client } = berth
  const { project, record } = application
  await client.environment.set(record, { name: 'WORD', value: 'hello' })
  assert.equal((await application.deploy(webServer('open'))).state, 'OK')
  const [instance] = await client.instances.list(record)

  const command = 'echo $WORD; echo oh >&2; ls server.js; exit 7'
  const ran = await project.berth('run', command)
  assert.deepEqual([ran.code, ran.stdout, ran.stderr], [7, 'hello\nserver.js\n', 'oh\n'])

  const bytes = randomBytes(300_000)
  await writeFile(join(project.folder, 'in'), bytes)
  const copied = await project.run(['sh', '-c', 'exec "$0" run cat < in > out', berthProgram])
  assert.deepEqual([copied.code, copied.output], [0, ''])
  assert.ok(bytes.equals(await readFile(join(project.folder, 'out'))))

  const line = `${berthProgram} run -- sh -c "tty; stty size; exit 4"`
  const screen = await project.run(['script', '-qec', line, '/dev/null'])
  assert.match(screen.stdout, /\/dev\/pts\/\d+\s+(?:\^@)?\d+ \d+\s/)
  assert.equal(screen.code, 4)

  const detached = await project.berth(
    'run',
    '--detach',
    '--size',
    'pico',
    '--format',
    'json',
    'sleep',
    '1000',
  )
  const { id } = JSON.parse(detached.stdout)
  assert.equal((await application.visit()).body, 'open')
  assert.deepEqual(
    (await client.instances.list(record)).map((each) => each.id),
    [instance?.id],
  )
  assert.match((await project.berth('run', 'stop', id)).stdout, /^The run was stopped/)
  const listed = await client.runs.list(record)
  assert.deepEqual(
    listed.map(({ state, exitCode, size }) => [state, exitCode, size]),
    [
      ['stopped', 143, 'pico'],
      ['failed', 4, 'XS'],
      ['succeeded', 0, 'XS'],
      ['failed', 7, 'XS'],
    ],
  )
})

const berthProgram = new URL('../../bin/berth', import.meta.url).pathname
