import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { announce } from './announce.ts'
import type { DataFolder } from './disk/data-folder.ts'

const addresses = {
  api: 'http://127.0.0.1:4000',
  bridge: 'http://127.0.0.1:4001',
  console: '',
  git: '127.0.0.1:4002',
  visitors: { http: 'http://localhost:4080', https: 'https://localhost:4443' },
}

test('announcement: names the console and the first login, its password at a terminal alone', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'berth-announce-'))
  t.after(() => rmSync(root, { recursive: true }))
  const folder = { root, path: (name: string) => join(root, name) } as DataFolder
  const say = (isTerminal: boolean) =>
    announce({ addresses, folder, weaknesses: [], isTerminal, isContainer: false })
  assert.doesNotMatch(say(true), /First login/)
  const file = folder.path('admin.json')
  writeFileSync(file, JSON.stringify({ email: 'ada@example.test', password: 'sesame-1' }))
  assert.match(
    say(true),
    /Console and API .*4000.*\n +First login +ada@example\.test, password sesame-1/,
  )
  assert.doesNotMatch(say(false), /sesame-1/)
  assert.ok(say(false).includes(`ada@example.test, the password is in ${file}`))
  writeFileSync(file, JSON.stringify({ email: 'ada@example.test' }))
  assert.match(say(true), /First login +ada@example\.test\n/)
})
