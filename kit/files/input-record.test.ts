import assert from 'node:assert/strict'
import { mkdtempDisposable, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { isUpToDate, recordInputs } from './input-record.ts'

test('input record: is up to date until a file changes or disappears', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'berth-inputs-'))
  const file = (name: string) => join(folder.path, name)
  const record = file('record.json')
  assert.equal(await isUpToDate(folder.path, record), false, 'there is no record')
  await writeFile(file('a'), 'one')
  await writeFile(file('b'), 'two')
  await writeFile(record, JSON.stringify(await recordInputs(folder.path, ['a', 'b'])))
  assert.equal(await isUpToDate(folder.path, record), true)
  await writeFile(file('a'), 'other')
  assert.equal(await isUpToDate(folder.path, record), false)
  await writeFile(file('a'), 'one')
  await rm(file('b'))
  assert.equal(await isUpToDate(folder.path, record), false)
  await writeFile(record, '{')
  assert.equal(await isUpToDate(folder.path, record), false, 'the record is cut short')
  await writeFile(record, '{}')
  assert.equal(await isUpToDate(folder.path, record), false, 'nothing is made of nothing')
})
