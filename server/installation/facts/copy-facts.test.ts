import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtempDisposable, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { readSettings } from '#settings/settings.ts'
import { checkFacts } from './check-facts.ts'
import { copyFacts, removeCopy, restoreFacts } from './copy-facts.ts'

async function openData() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'berth-facts-'))
  const settings = readSettings({ BERTH_DATA: folder.path })
  const change = (statement: string) => {
    const database = new DatabaseSync(join(folder.path, 'berth.sqlite'))
    database.exec('pragma journal_mode = wal')
    database.exec(statement)
    return database
  }
  const names = () => {
    const database = new DatabaseSync(join(folder.path, 'berth.sqlite'), { readOnly: true })
    const rows = database.prepare('select name from migrations').all()
    database.close()
    return rows.map(({ name }) => name)
  }
  return { folder, settings, change, names }
}

const made = `create table migrations (name text, date bigint);
  insert into migrations values ('0001-first-push', 1)`

test('facts before an upgrade: what a failed start has written is gone, its log included', async () => {
  const { folder, settings, change, names } = await openData()
  await using _ = folder
  checkFacts(settings)
  await copyFacts(settings)
  await restoreFacts(settings)
  change(made).close()
  await copyFacts(settings)
  // Not closed, as by a process that was killed: the change is in the log.
  const killed = change("insert into migrations values ('9999-of-the-future', 2)")
  assert.deepEqual(names(), ['0001-first-push', '9999-of-the-future'])
  assert.throws(() => checkFacts(settings), /newer version \(it knows 9999-of-the-future\)/)
  await restoreFacts(settings)
  assert.deepEqual(names(), ['0001-first-push'])
  checkFacts(settings)
  killed.close()
  assert.deepEqual(names(), ['0001-first-push'])
  await removeCopy(settings)
  assert.equal(existsSync(join(settings.data, 'before-upgrade')), false)
})

test('facts before an upgrade: a return that was cut off is finished, before anything is copied again', async () => {
  const { folder, settings, change, names } = await openData()
  await using _ = folder
  change(made).close()
  await copyFacts(settings)
  const killed = change("insert into migrations values ('9999-of-the-future', 2)")
  const store = join(settings.data, 'berth.sqlite')
  await rename(join(settings.data, 'before-upgrade/berth.sqlite'), `${store}.returning`)
  await copyFacts(settings)
  killed.close()
  assert.deepEqual(names(), ['0001-first-push'])
})
