import assert from 'node:assert/strict'
import { symlinkSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { PushedApplication, webServer } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

/** Unusual repositories that can be deployed. */
let berth: TestBerth
before(async () => {
  berth = await TestBerth.lease()
})
after(() => berth?.[Symbol.asyncDispose]())

/** Responds with the content at each of its paths. */
const reader = (paths: string[]) => `
const fs = require('node:fs')
const found = (path) => {
  try { return fs.statSync(path).isDirectory() ? fs.readdirSync(path).length : fs.readFileSync(path, 'utf8') }
  catch (error) { return error.code }
}
const answer = JSON.stringify(${JSON.stringify(paths)}.map(found))
require('node:http').createServer((_, response) => response.end(answer)).listen(8080, '0.0.0.0')`

test('odd repositories: links out of the tree lead nowhere on the machine, and names may differ by case only', async () => {
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

test('odd repositories: 50,000 files are deployed, served, and deleted without a trace', async () => {
  const application = await PushedApplication.create(berth, 'many-files')
  const { project } = application
  const folders = Array.from({ length: 500 }, (_, number) => `folder-${number}`)
  const files = folders.flatMap((folder) =>
    Array.from({ length: 100 }, (_, number) => [`${folder}/${number}.txt`, `${folder} ${number}`]),
  )
  const paths = [...folders, 'folder-499/99.txt']
  const server = { ...webServer(''), 'server.js': reader(paths) }
  const commit = await commitAll(application, [...files, ...Object.entries(server)])
  await project.git('push', 'berth', 'master')
  const { state, uuid } = await application.ended(commit, 240_000)
  assert.equal(state, 'OK', (await application.log(uuid)).join('\n'))
  const expected = [...folders.map(() => 100), 'folder-499 99']
  assert.deepEqual(JSON.parse((await application.visit()).body), expected)

  const rooms = ['engine/artifacts', 'engine/instances', 'repositories'].map((name) =>
    join(berth.data, name),
  )
  const others = (await Promise.all(rooms.map((room) => readdir(room)))).map(({ length }) => length)
  await application.ok('delete', '--yes')
  const left = (await Promise.all(rooms.map((room) => readdir(room)))).map(({ length }) => length)
  assert.deepEqual(
    left,
    others.map((count) => count - 1),
  )
  const trash = join(berth.data, 'engine/trash')
  await until(async () => (await readdir(trash)).length === 0, {
    timeout: 120_000,
    every: 100,
    what: 'the removal of the files',
  })
})

/** Commits files without writing them to the disk first. */
async function commitAll({ project }: PushedApplication, files: string[][]): Promise<string> {
  const entries = files.map(
    ([path, text = '']) => `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`,
  )
  const head = 'commit refs/heads/master\ncommitter Ada <ada@example.test> 0 +0000\ndata 4\nMany\n'
  const { code, output } = await project.run(
    ['git', 'fast-import', '--quiet'],
    head + entries.join(''),
  )
  assert.equal(code, 0, output)
  return (await project.git('rev-parse', 'master')).stdout.trim()
}
