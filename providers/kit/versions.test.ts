import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findPrograms } from '#providers/postgresql/server/programs.ts'
import { programVersion } from './versions.ts'

test('built-in providers: server programs report their version', async () => {
  const postgres = `${await findPrograms()}/postgres`
  for (const program of [postgres, '/usr/sbin/mariadbd', '/usr/bin/redis-server']) {
    assert.match(await programVersion(program), /^\d+\.\d+/, program)
  }
})
