import assert from 'node:assert/strict'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { TestBerth } from '#tests/fixtures/berth.ts'
import { PushedApplication, webServer } from '#tests/fixtures/pushed-application.ts'

/** Repositories that look wrong and can be deployed. */
let berth: TestBerth
before(async () => {
  berth = await TestBerth.start()
})
after(() => berth[Symbol.asyncDispose]())

/** Answers with what it finds at each of its paths. */
const reader = (paths: string[]) => `
const fs = require('node:fs')
const found = (path) => {
  try { return fs.statSync(path).isDirectory() ? fs.readdirSync(path).length : fs.readFileSync(path, 'utf8') }
  catch (error) { return error.code }
}
const answer = JSON.stringify(${JSON.stringify(paths)}.map(found))
require('node:http').createServer((_, response) => response.end(answer)).listen(8080, '0.0.0.0')`

test('links out of the tree lead nowhere on the machine, and names may differ by case alone', async () => {
  const application = await PushedApplication.create(berth, 'linked')
  const { folder } = application.project
  const secret = join(berth.data, 'admin.json')
  const links = { secret, shadow: '/etc/shadow', above: '../../../../../../root', loop: 'loop' }
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(folder, name))
  const paths = [...Object.keys(links), 'Name.txt', 'name.txt', 'NAME.txt/inside']
  const { state, uuid } = await application.deploy({
    ...webServer(''),
    'server.js': reader(paths),
    'Name.txt': 'one',
    'name.txt': 'other',
    'NAME.txt/inside': 'third',
  })
  assert.equal(state, 'OK', (await application.log(uuid)).join('\n'))
  assert.deepEqual(JSON.parse((await application.visit()).body), [
    ...['ENOENT', 'ENOENT', 'ENOENT', 'ELOOP'],
    ...['one', 'other', 'third'],
  ])
})
