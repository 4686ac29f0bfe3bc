import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { type } from '#tests/support/captured-terminal.ts'

test('berth features: lists, enables and disables features; an unknown name is refused with the list', async () => {
  const home = await mkdtemp(join(tmpdir(), 'berth-features-'))
  const berth = (words: string) =>
    type(words.split(' '), { folder: home, env: { XDG_CONFIG_HOME: home } })
  try {
    assert.match((await berth('features')).out, /^tokens +disabled /)
    assert.match((await berth('tokens')).err, /'tokens'.*`berth features enable tokens`/)
    assert.match((await berth('features enable tokens')).out, /is enabled/)
    const [one] = JSON.parse((await berth('features --format json')).out)
    assert.deepEqual([one.name, one.enabled], ['tokens', true])
    assert.match((await berth('tokens')).err, /not logged in/)
    await berth('features disable tokens')
    assert.match((await berth('features list')).out, /^tokens +disabled /)

    const unknown = await berth('features enable toasters')
    assert.equal(unknown.code, 1)
    assert.match(unknown.err, /Unknown feature 'toasters' \(known: tokens\)/)
    assert.match((await berth('features disable constructor')).err, /Unknown feature/)

    await writeFile(join(home, 'berth/features.json'), '{')
    assert.match((await berth('features')).err, /features\.json is damaged/)
  } finally {
    await rm(home, { recursive: true })
  }
})
