import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BackupCopy } from '#platform/model/marketplace/backup-copy.ts'
import type { Backup } from '#protocol/databases/backups.ts'
import { pauseAfter, planCopies } from './plan-copies.ts'

const dateOf = (day: number) => `2026-01-0${day}T00:00:00.000Z`
const backup = (day: number, status: Backup['status'] = 'success'): Backup => ({
  id: `b-${day}`,
  date: dateOf(day),
  status,
  size: 5,
})
const copy = (day: number, fields: Partial<BackupCopy> = {}): BackupCopy => ({
  addonId: 'addon_1',
  backupId: `b-${day}`,
  objectKey: `addon-backups/addon_1/b-${day}`,
  state: 'kept',
  bytes: 5,
  sha256: 'ab',
  extension: '',
  date: dateOf(day),
  deleteAt: null,
  failures: 0,
  dueAt: 0,
  ...fields,
})

/** Days of the back-ups to copy, and of the copies to remove. */
function planned(listed: Backup[], copies: BackupCopy[]) {
  const { missing, surplus } = planCopies(listed, copies, 1000)
  return [missing.map(({ date }) => date[9]), surplus.map(({ date }) => date[9])].map((days) =>
    days.join(' '),
  )
}

test('copies of back-ups: good back-ups without a whole copy are missing, newest first', () => {
  const listed = [backup(5, 'running'), backup(4, 'failed'), backup(3), backup(2), backup(1)]
  assert.deepEqual(planned(listed, []), ['3 2 1', ''])
  assert.deepEqual(planned(listed, [copy(3), copy(2, { state: 'copying' })]), ['2 1', ''])
})

test('copies of back-ups: one that failed waits until it is due, longer each time', () => {
  assert.deepEqual(planned([backup(1)], [copy(1, { state: 'copying', dueAt: 1001 })]), ['', ''])
  assert.deepEqual(planned([backup(1)], [copy(1, { state: 'copying', dueAt: 1000 })]), ['1', ''])
  const minutes = [1, 2, 3, 30].map((failures) => pauseAfter(failures) / 60_000)
  assert.deepEqual(minutes, [5, 10, 20, 1440])
})

test('copies of back-ups: a copy goes with its back-up, unless the provider has lost its files', () => {
  assert.deepEqual(planned([backup(3)], [copy(3), copy(2), copy(1)]), ['', '2 1'])
  assert.deepEqual(planned([], [copy(2), copy(1)]), ['', ''], 'no good one is left')
  assert.deepEqual(planned([backup(1, 'failed')], [copy(2)]), ['', ''])
  assert.deepEqual(planned([backup(1)], [copy(2), copy(1)]), ['', ''], 'an older state came back')
})

test('copies of back-ups: what a crash has left is removed', () => {
  assert.deepEqual(planned([], [copy(1, { state: 'copying' })]), ['', '1'])
  assert.deepEqual(planned([backup(1)], [copy(1, { state: 'removing' })]), ['', '1'])
})
