import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { openTestPostgresql, type TestPostgresql } from '#tests/support/databases/postgresql.ts'

let scene: TestPostgresql

before(async () => {
  scene = await openTestPostgresql()
})
after(() => scene.close())

const hostileName = `we"ird '; drop table x; -- \\! $$ é`

test('PostgreSQL contents: tables with any names are listed, and their rows come in pages', async () => {
  const { id, ask } = await scene.order()
  const quoted = `"${hostileName.replaceAll('"', '""')}"`
  await ask(`
create table ${quoted} (id int primary key, ${quoted} text, big text, none text);
insert into ${quoted} select n, 'a,"b"' || chr(10) || n, repeat('x', 5000), null from generate_series(1, 120) n;
create view shown as select 1 as one;
analyze;`)
  const { entries, cursor } = await scene.contents(id, { kind: 'list' })
  assert.deepEqual(
    entries.map(({ schema, name, kind, rows }: Record<string, unknown>) => [
      schema,
      name,
      kind,
      rows,
    ]),
    [
      ['public', 'shown', 'view', undefined],
      ['public', hostileName, 'table', 120],
    ],
  )
  assert.equal(cursor, '')
  const table = { kind: 'rows', schema: 'public', table: hostileName }
  const first = await scene.contents(id, table)
  assert.deepEqual(first.columns, ['id', hostileName, 'big', 'none'])
  assert.equal(first.rows.length, 100)
  assert.equal(first.isComplete, false)
  assert.deepEqual(first.rows[0], ['1', 'a,"b"\n1', 'x'.repeat(500), null])
  const second = await scene.contents(id, { ...table, offset: 100 })
  assert.equal(second.rows.length, 20)
  assert.equal(second.isComplete, true)
  await scene.refused(id, { ...table, table: 'other' }, /there is no such table/)
})

test('PostgreSQL queries: the server lets nothing be changed, whatever a statement says', async () => {
  const { id, ask } = await scene.order()
  await ask(`
create table t (n int); insert into t values (1);
create function sly() returns int language plpgsql as $$
begin perform set_config('transaction_read_only', 'off', true); insert into t values (2); return 1; end $$;
create procedure slyer() language plpgsql as $$ begin rollback; insert into t values (3); commit; end $$;
create sequence s;`)
  const query = (statement: string) => scene.contents(id, { kind: 'query', statement })
  assert.deepEqual((await query('select n, null as nothing, $x$a$x$ from t;')).rows, [
    ['1', null, 'a'],
  ])
  assert.deepEqual((await query('show transaction_read_only')).rows, [['on']])
  assert.match((await query('explain select 1')).rows[0][0], /Result/)
  for (const statement of [
    'insert into t values (4)',
    'with x as (insert into t values (5) returning n) select * from x',
    'select sly()',
    'call slyer()',
    "select nextval('s')",
    'commit; insert into t values (6)',
    'select 1; commit; begin; insert into t values (7); commit',
    'set transaction read write',
    'begin',
    'create table u ()',
    '\\! touch /tmp/x',
    "copy t to program 'id'",
    "select pg_read_file('/etc/passwd')",
    '$$; end $$; commit;',
    '',
    ':n',
  ])
    await scene.refused(id, { kind: 'query', statement }, /./)
  assert.equal(await ask('select array_agg(n) from t'), '{1}')
})

test('PostgreSQL queries: an endless one ends, a huge row is refused, and a caller who leaves ends it', async () => {
  const { id, ask } = await scene.order()
  const query = (statement: string) => scene.contents(id, { kind: 'query', statement })
  const many = await query('select generate_series(1, 1000000000), repeat(chr(65), 100)')
  assert.equal(many.rows.length, 100)
  assert.equal(many.isComplete, false)
  const wide = await query(`select repeat('x', 100000) from generate_series(1, 100)`)
  assert.equal(wide.isComplete, false)
  assert.ok(wide.rows.length > 0 && wide.rows.length < 100)
  await scene.refused(id, { kind: 'query', statement: 'select pg_sleep(3600)' }, /timeout/)
  await scene.refused(
    id,
    { kind: 'query', statement: `select repeat('x', 300000000)` },
    /too large|out of memory|cancelled/,
  )
  const leaving = new AbortController()
  const left = scene.contents(
    id,
    { kind: 'query', statement: 'select pg_sleep(3601)' },
    leaving.signal,
  )
  const isRunning = `select count(*) from pg_stat_activity where query like 'fetch%' and state = 'active'`
  await scene.until(async () => (await ask(isRunning)) === '1')
  leaving.abort()
  await assert.rejects(left)
  await scene.until(async () => (await ask(isRunning)) === '0')
  await ask(`create function stubborn() returns int language plpgsql as $$ begin
  perform set_config('client_connection_check_interval', '0', false), set_config('statement_timeout', '0', false);
  loop begin perform pg_sleep(1000); exception when query_canceled then null; end; end loop; end $$`)
  await scene.refused(id, { kind: 'query', statement: 'select stubborn()' }, /too long/)
  await scene.until(async () => (await ask(isRunning)) === '0')
})

test('PostgreSQL dumps: custom, plain and packed ones are exported and imported', async () => {
  const { id, ask } = await scene.order()
  await ask(
    `create table t (n int primary key, s text); insert into t select n, 'x' || n from generate_series(1, 1000) n;`,
  )
  const plain = await scene.export(id, 'plain')
  assert.match(plain.toString(), /^COPY public\.t \(n, s\) FROM stdin;/m)
  const custom = await scene.export(id)
  assert.equal(custom.subarray(0, 5).toString(), 'PGDMP')
  for (const dump of [plain, custom, gzipSync(plain), gzipSync(custom)]) {
    await ask('drop table t')
    assert.match((await scene.import(id, dump)).message, /All of the dump was imported/)
    assert.equal(await ask('select count(*) from t'), '1000')
  }
  const again = await scene.import(id, plain)
  assert.equal(again.state, 'failed')
  assert.match(again.message, /^line \d+: relation "t" already exists\nNothing was changed/)
  const once = await scene.import(id, custom)
  assert.match(once.message, /relation "t" already exists \(at CREATE TABLE/)
  const passed = await scene.import(id, plain, { goOn: true })
  assert.equal(passed.state, 'done')
  assert.match(passed.message, /^Everything was imported but \d failed/)
})

test('PostgreSQL dumps: what runs in a dump finds no file, no network and no right of an administrator', async () => {
  const { id, ask } = await scene.order()
  const dump = `
create table found (line text);
\\copy found from program 'id -u; ls -A /server; ls -A /socket; ls -d /home /root /var /srv /sys /data; ls -d /proc/[0-9]* | wc -l'
\\! ip link | grep -c ": eth"
\\! cat /etc/shadow > /tmp/x
`
  const done = await scene.import(id, Buffer.from(dump))
  assert.equal(done.state, 'done', done.message)
  const found = (await ask('select line from found')).split('\n')
  if (process.getuid?.() === 0) assert.match(found[0] ?? '', /^19\d{4}$/)
  assert.deepEqual(found.slice(1, -1), ['.s.PGSQL.5432'])
  assert.ok(Number(found.at(-1)) < 10, found.join('\n'))
  const filling = '\\! head -c 400000000 /dev/zero > /tmp/fill\nselect 1;\n'
  await scene.import(id, Buffer.from(filling))
  assert.equal((await scene.import(id, Buffer.from('select 1;'))).state, 'done')
  const refused = await scene.import(id, Buffer.from('alter role current_user superuser;'))
  assert.match(refused.message, /line 1: (must be superuser|permission denied)/)
  const lost = await scene.import(id, Buffer.from(`copy found to program 'id';`))
  assert.match(lost.message, /must be superuser|pg_execute_server_program/)
})

test('PostgreSQL dumps: rubbish and damaged files are refused, and parts may come twice', async () => {
  const { id } = await scene.order()
  for (const [dump, said] of [
    [Buffer.alloc(1000), /neither plain text/],
    [gzipSync(randomBytes(100_000)).subarray(0, 50_000), /gzip|neither/],
    [Buffer.from('PGDMPrubbish'), /./],
    [Buffer.from('this is no statement;'), /line 1: syntax error/],
  ] as const) {
    const failed = await scene.import(id, dump)
    assert.equal(failed.state, 'failed')
    assert.match(failed.message, said)
  }
  const { id: part } = await scene.call('POST', `/${id}/transfers`, { kind: 'import', size: 9 })
  const send = (offset: number, text: string) =>
    scene.call('PUT', `/${id}/transfers/${part}/bytes/${offset}`, Buffer.from(text))
  assert.equal((await send(0, 'select')).bytes, 6)
  assert.equal((await send(0, 'select')).bytes, 6)
  await assert.rejects(send(7, '1;'), /409/)
  await assert.rejects(send(6, ' 1; '), /409/)
  await assert.rejects(scene.call('POST', `/${id}/transfers/${part}/start`), /409/)
  assert.equal((await send(6, ' 1;')).bytes, 9)
  assert.equal((await scene.call('POST', `/${id}/transfers/${part}/start`)).state, 'importing')
})

test('PostgreSQL dumps: an import into a full plan is refused, and one that fills it says so', async () => {
  const { id, ask } = await scene.order()
  const rows = `insert into big select repeat(md5(n::text), 30) from generate_series(1, 5000) n;\n`
  await ask('create table big (s text)')
  const failed = await scene.import(id, Buffer.from(rows.repeat(100)), { goOn: true })
  assert.equal(failed.state, 'failed')
  assert.match(failed.message, /larger than its plan/)
  await scene.until(async () => {
    const refused = await scene.tryCall('POST', `/${id}/transfers`, { kind: 'import', size: 1 })
    return refused.status === 409 && /The plan is full/.test(refused.text)
  })
})

test('PostgreSQL: a suspension ends what its customer runs, and leaves no socket and no file', async () => {
  const { id } = await scene.order()
  const asked = scene.tryCall('POST', `/${id}/contents`, {
    kind: 'query',
    statement: 'select pg_sleep(3600)',
  })
  await scene.until(async () => (await readdir(`${scene.folder}/clients`)).length > 0)
  await scene.call('POST', `/${id}/suspend`)
  assert.equal((await asked).status, 422)
  await scene.until(async () => (await readdir(`${scene.folder}/clients`)).length === 0)
  const refused = await scene.tryCall('POST', `/${id}/contents`, { kind: 'list' })
  assert.match(refused.text, /suspended/)
  assert.doesNotMatch(await readFile('/proc/self/mountinfo', 'utf8'), /\/clients\//)
})
