import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { openTestMariadb, type TestMariadb } from '#tests/support/databases/mariadb.ts'

let scene: TestMariadb

before(async () => {
  scene = await openTestMariadb()
})
after(() => scene.close())

const hostileName = "we`ird '; drop table x; -- \\! é"

test('MariaDB contents: tables with any names are listed, and their rows come in pages', async () => {
  const { id, ask } = await scene.order()
  const quoted = `\`${hostileName.replaceAll('`', '``')}\``
  await ask(`
create table ${quoted} (id int primary key, ${quoted} text, big text, none text, raw blob);
insert into ${quoted} select seq, concat('a<"&\\n', seq), repeat('x', 5000), if(seq = 1, 'NULL', null), x'00ff' from seq_1_to_120;
create view shown as select 1 as one;`)
  const { entries } = await scene.contents(id, { kind: 'list' })
  assert.deepEqual(
    entries.map(({ name, kind }: Record<string, unknown>) => [name, kind]),
    [
      ['shown', 'view'],
      [hostileName, 'table'],
    ],
  )
  const first = await scene.contents(id, { kind: 'rows', table: hostileName })
  assert.deepEqual(first.columns, ['id', hostileName, 'big', 'none', 'raw'])
  assert.equal(first.isComplete, false)
  assert.deepEqual(first.rows[0], ['1', 'a<"&\n1', 'x'.repeat(500), 'NULL', '00FF'])
  assert.equal(first.rows[1][3], null)
  const second = await scene.contents(id, { kind: 'rows', table: hostileName, offset: 100 })
  assert.equal(second.rows.length, 20)
  await scene.refused(id, { kind: 'rows', table: 'other' }, /doesn't exist/)
})

test('MariaDB queries: the server lets nothing be changed, whatever a statement says, and ends endless ones', async () => {
  const { id, ask } = await scene.order()
  await ask(`
create table t (n int); insert into t values (1);
delimiter //
create procedure sly() begin commit; set session transaction read write; insert into t values (2); end//
create function slyer() returns int begin insert into t values (3); return 1; end//
delimiter ;
create view v as select slyer();
create sequence s;`)
  const query = (statement: string) => scene.contents(id, { kind: 'query', statement })
  assert.deepEqual((await query('select n, null as nothing from t')).rows, [['1', null]])
  for (const statement of [
    'insert into t values (4)',
    'call sly()',
    'select slyer()',
    'select * from v',
    'commit; insert into t values (5)',
    'create table u (n int)',
    'start transaction read write; insert into t values (6)',
    "select 1 into outfile '/tmp/x'",
    "load data local infile '/etc/passwd' into table t",
    '\\! id',
    'system id',
    'source /etc/passwd',
    "select load_file('/etc/passwd') from nothing",
    'select * from mysql.user',
    'begin not atomic commit; select * from v; end',
    'begin not atomic set session transaction read write; set autocommit = 1; select * from v; end',
    'if 1 then rollback; start transaction read write; select * from v; end if',
    '/*!50000 begin not atomic commit; select * from v; end */',
    "begin not atomic declare continue handler for sqlexception begin end; xa end ''; xa rollback ''; select * from v; end",
    'select nextval(s)',
    'commit and chain',
    'start transaction read write',
    'alter user current_user identified by "known"',
    'create temporary table u as select * from v',
    'select * from t for update',
    'select * from performance_schema.events_transactions_current',
    'select sleep(100)',
    'set statement max_statement_time = 0 for select sleep(3600) from t',
  ]) {
    const { status, text } = await scene.tryCall('POST', `/${id}/contents`, {
      kind: 'query',
      statement,
    })
    const isEmpty = status === 200 && /^1?$/.test(JSON.parse(text).rows.flat().join(''))
    assert.ok(status === 422 || isEmpty, `${statement}: ${text}`)
  }
  await scene.refused(id, { kind: 'query', statement: 'commit' }, /^Only statements that change/)
  assert.equal(await ask('select group_concat(n) from t'), '1')
  assert.equal(await ask('select next_not_cached_value from s'), '1')
  assert.equal(
    await ask("select count(*) from information_schema.tables where table_name = 'u'"),
    '0',
  )
  const running = `select count(*) from information_schema.processlist where info like '%sleep(3600)%'`
  assert.equal(await ask(running), '1', 'only the question itself')
})

test('MariaDB queries: each has a user of its own, whom it cannot keep, and one that is cancelled ends no other', async () => {
  const { id } = await scene.order()
  const { run } = await scene.server()
  const query = (statement: string, signal?: AbortSignal) =>
    scene.contents(id, { kind: 'query', statement }, signal)
  await scene.refused(id, { kind: 'query', statement: "set password = password('known')" }, /./)
  const leaving = new AbortController()
  const cancelled = query('select sleep(9), 1', leaving.signal).catch(() => 'cancelled')
  const other = query('select sleep(4), current_user()')
  const running = `select count(*) from information_schema.processlist where info like 'select sleep(%';`
  await scene.until(async () => Number(await run(running)) === 2)
  leaving.abort()
  assert.equal(await cancelled, 'cancelled')
  await scene.until(async () => Number(await run(running)) < 2)
  const { rows } = await other
  const [[, first = '']] = rows
  const {
    rows: [[second]],
  } = await query('select current_user()')
  assert.notEqual(first, second)
  const users = `select count(*) from mysql.global_priv where user regexp '^r[0-9a-f]{19}$';`
  await scene.until(async () => Number(await run(users)) === 0)
})

test('MariaDB dumps: they are exported and imported, also packed, and errors have lines', async () => {
  const { id, ask } = await scene.order()
  await ask(
    `create table t (n int primary key, s text); insert into t select seq, concat('x', seq) from seq_1_to_1000;`,
  )
  const dump = await scene.export(id)
  for (const packed of [dump, gzipSync(dump)]) {
    await ask('drop table t')
    assert.match((await scene.import(id, packed)).message, /All of the dump was imported/)
    assert.equal(await ask('select count(*) from t'), '1000')
  }
  const broken =
    'create table u (n int);\ninsert into u values (1);\ninsert into nowhere values (1);\ninsert into u values (2);\n'
  const failed = await scene.import(id, Buffer.from(broken))
  assert.equal(failed.state, 'failed')
  assert.match(failed.message, /^line 3: .*nowhere.*\nWhat came before is in the database/)
  assert.equal(await ask('select group_concat(n) from u'), '1')
  const passed = await scene.import(id, Buffer.from(broken.replace(/^.*\n/, '')), { goOn: true })
  assert.match(passed.message, /^Everything was imported but 1 failed:\nline 2/)
  for (const hostile of [
    '\\! id > /tmp/x\n',
    'system id\n',
    'source /etc/passwd\n',
    'tee /tmp/x\n',
    "load data local infile '/etc/passwd' into table u;\n",
    'grant all on *.* to current_user;\n',
    'create user other;\n',
  ])
    assert.equal((await scene.import(id, Buffer.from(hostile))).state, 'failed', hostile)
})

test('MariaDB shell: piped statements are run as the own user, their errors are told, and no file or program is found', async () => {
  const { id, ask } = await scene.order()
  const done = await scene.shell(
    id,
    `create table t (n int);\ninsert into t values (1), (2);\nselect sum(n) from t;\n`,
  )
  assert.deepEqual(done, { printed: 'sum(n)\n3', complaints: '', code: 0 })
  assert.equal(await ask('select count(*) from t'), '2')
  const failed = await scene.shell(id, 'select 1;\nselect * from nowhere;\nselect 2;\n')
  assert.equal(failed.printed, '1\n1')
  assert.match(failed.complaints, /^ERROR 1146 .* at line 2: Table '.*nowhere' doesn't exist$/m)
  assert.equal(failed.code, 1)
  for (const hostile of [
    'source /etc/passwd\n',
    "load data infile '/etc/passwd' into table t;\n",
    "load data local infile '/etc/shadow' into table t;\n",
    'grant all on *.* to current_user;\n',
    'select * from mysql.user;\n',
  ])
    assert.notEqual((await scene.shell(id, hostile)).complaints, '', hostile)
  assert.equal(await ask('select count(*) from t'), '2')
})
