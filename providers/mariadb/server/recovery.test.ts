import assert from 'node:assert/strict'
import { test } from 'node:test'
import { damagedTables } from './recovery.ts'

const database = `b${'0123456789abcdef012'}`
const start = '2026-01-01 12:00:00 0 [ERROR] InnoDB:'

test("damaged tables: finds customers' files in errors of a start", () => {
  const log = [
    `${start} Tablespace 5 was not found at ./${database}/ships.ibd.`,
    `${start} Cannot apply log to [page id: space=5, page number=0] of corrupted file './${database}/ships.ibd'`,
    `${start} The size of tablespace file './${database}/a@0020b#P#p0.ibd' is only 0, should be at least 65536!`,
    `${start} Plugin initialization aborted with error Data structure corruption`,
  ]
  assert.deepEqual(damagedTables(log.join('\n')), [
    { database, file: 'ships.ibd' },
    { database, file: 'a@0020b#P#p0.ibd' },
  ])
})

test('damaged tables: ignores our own files and errors of a running server', () => {
  const log = [
    `${start} Tablespace 5 was not found at ./mysql/user.ibd.`,
    `2026-01-01 12:00:00 17 [ERROR] InnoDB: Tablespace 5 was not found at ./${database}/ships.ibd.`,
    `2026-01-01 12:00:00 0 [Note] InnoDB: ./${database}/ships.ibd`,
    `${start} ./${database}/../mysql/user.ibd`,
  ]
  assert.deepEqual(damagedTables(log.join('\n')), [])
})
