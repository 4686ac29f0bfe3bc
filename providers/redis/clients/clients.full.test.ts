import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTestRedis, type TestRedis } from '#tests/support/databases/redis.ts'

let scene: TestRedis

before(async () => {
  scene = await openTestRedis()
})
after(() => scene.close())

test('Redis contents: keys of any kind are found by SCAN, and what they hold comes in pages', async () => {
  const { id, ask } = await scene.order()
  const key = `we"ird '$(id)`
  const quoted = `"we\\"ird '$(id)"`
  await ask(
    `set ${quoted} "${'x'.repeat(900)}"\nrpush list a b c\nhset hash f v g w\nsadd set m\nzadd scores 2 two 1 one\nxadd stream 1-1 f v\n`,
  )
  await ask(Array.from({ length: 600 }, (_, at) => `set filler:${at} ${at}`).join('\n'))
  const found = new Map<string, string>()
  let cursor = ''
  do {
    const page: { entries: { name: string; kind: string }[]; cursor: string } =
      await scene.contents(...[id, { kind: 'list', cursor }])
    for (const { name, kind } of page.entries) found.set(name, kind)
    cursor = page.cursor
  } while (cursor !== '')
  assert.equal(found.size, 606)
  assert.equal(found.get(key), 'string')
  const rows = (table: string, more: object = {}) =>
    scene.contents(id, { kind: 'rows', table, ...more })
  assert.deepEqual((await rows(key)).rows, [['x'.repeat(500)]])
  assert.deepEqual(await rows('list', { offset: 1, limit: 1 }), {
    columns: ['index', 'value'],
    rows: [['1', 'b']],
    isComplete: false,
  })
  assert.deepEqual((await rows('hash')).rows, [
    ['f', 'v'],
    ['g', 'w'],
  ])
  assert.deepEqual((await rows('scores')).rows[0], ['one', '1'])
  assert.deepEqual((await rows('set')).rows, [['m']])
  assert.deepEqual((await rows('stream')).rows, [['1-1', 'f v']])
  await scene.refused(id, { kind: 'rows', table: 'none' }, /no such key/)
})

test('Redis queries: a command that writes is refused by the server', async () => {
  const { id, ask } = await scene.order()
  await ask('set a 1\n')
  const query = (statement: string) => scene.contents(id, { kind: 'query', statement })
  assert.deepEqual((await query('get a')).rows, [['1']])
  assert.deepEqual((await query('mget a "none here"')).rows, [['1'], [null]])
  for (const statement of [
    ...['set a 2', 'flushall', 'config get *', "eval \"return redis.call('set','a','3')\" 0"],
    ...['shutdown', 'get "a', 'debug sleep 100', 'nothing', 'multi', 'acl list', 'script flush'],
    ...[
      'subscribe c',
      'monitor',
      'wait 1 0',
      'publish c x',
      'blpop l 0',
      'client kill type normal',
    ],
    ...[
      '--pipe',
      '-x get',
      'help',
      '"" a',
      'getdel a',
      'sort a store b',
      'touch',
      'function flush',
    ],
  ])
    await scene.refused(id, { kind: 'query', statement }, /./)
  await ask('hset h f v "" w\nxadd st 1-1 f v\nxadd st 2-1 f v\n')
  const { columns, rows } = await query('hgetall h')
  assert.deepEqual(
    [columns, rows.sort()],
    [
      ['field', 'value'],
      [
        ['', 'w'],
        ['f', 'v'],
      ],
    ],
  )
  assert.match((await query('info server')).rows[0][0], /redis_version/)
  assert.deepEqual((await query('smembers none')).rows, [])
  const stream = { kind: 'rows', table: 'st', offset: 1, limit: 1 }
  assert.deepEqual((await scene.contents(id, stream)).rows, [['2-1', 'f v']])
  assert.equal(await ask('get a\n'), '1')
})

test('Redis: neither a query nor a page with values as large as the memory ends the server', async () => {
  const { id, ask } = await scene.order()
  const fill = (key: string, count: number, size: number) =>
    ask(`eval "for i=1,${count} do redis.call('rpush','${key}',string.rep('x',${size})) end" 0\n`)
  await fill('many', 20_000, 1_000)
  await fill('large', 20, 1_000_000)
  const run = async () => /^run_id:(.*)$/m.exec(await ask('info server\n'))?.[1]
  const before = await run()
  for (const statement of ['lrange many 0 -1', 'lrange large 0 -1', 'sort_ro many alpha'])
    await scene.refused(id, { kind: 'query', statement }, /./)
  await scene.refused(id, { kind: 'rows', table: 'large' }, /too large to be shown: use a shell/)
  assert.equal((await scene.contents(id, { kind: 'rows', table: 'many' })).rows.length, 100)
  assert.equal(await run(), before)
})

test('Redis dumps: commands are imported, an RDB file is exported, and errors are told', async () => {
  const { id, ask } = await scene.order()
  const commands = 'SET a 1\r\nRPUSH l x y\r\n*3\r\n$3\r\nSET\r\n$1\r\nb\r\n$1\r\n2\r\n'
  const done = await scene.import(id, Buffer.from(commands))
  assert.equal(done.state, 'done', done.message)
  assert.equal(await ask('mget a b\n'), '1\n2')
  const failed = await scene.import(
    id,
    Buffer.from('SET c 1\r\nNOTHING\r\nCONFIG SET dir /tmp\r\n'),
  )
  assert.equal(failed.state, 'failed')
  assert.match(failed.message, /unknown command .*NOPERM.*The other commands were run/s)
  assert.equal(await ask('get c\n'), '1')
  const dump = await scene.export(id)
  assert.equal(dump.subarray(0, 5).toString(), 'REDIS')
  assert.match((await scene.import(id, dump)).message, /An RDB file cannot be imported/)
})

test('Redis shell: piped commands are run as the own user, and their errors are told', async () => {
  const { id, ask } = await scene.order()
  const { printed, complaints, code } = await scene.shell(
    id,
    'set a "1 2"\nrpush l x y\nget a\nlrange l 0 -1\nnothing\nconfig get dir\nget a\n',
  )
  assert.equal(complaints, '')
  assert.equal(code, 0)
  const lines = printed.split('\n').filter((line) => line !== '')
  assert.deepEqual(lines.slice(0, 5), ['OK', '2', '1 2', 'x', 'y'])
  assert.match(lines[5] ?? '', /^ERR unknown command 'nothing'/)
  assert.match(lines[6] ?? '', /^NOPERM /)
  assert.deepEqual(lines.slice(7), ['1 2'])
  assert.equal(await ask('get a\n'), '1 2')
})
