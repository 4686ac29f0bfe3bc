import assert from 'node:assert/strict'
import { existsSync, statSync } from 'node:fs'
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { routeTo } from '#tests/support/visitors/route.ts'
import type { Identities } from './router-commands.ts'
import { SavedState } from './state.ts'

const earlier = process.cwd()
let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'berth-state-'))
  process.chdir(folder)
})
after(async () => {
  process.chdir(earlier)
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  for (const name of await readdir('.')) await rm(name, { recursive: true, force: true })
})

const identities: Identities = {
  'app.test': { certificate: 'certificate', key: 'key', expires: 1, signedBy: 'authority' },
}
const routes = [routeTo([{ host: '127.0.0.1', port: 9 }])]
const ignore = () => {}

test('router state: a changed route is saved without writing the certificates again', async () => {
  const saved = await SavedState.read()
  await saved.change(() => ({ routes: [], identities }), ignore)
  const { ino } = statSync('identities.json')
  await saved.change((state) => ({ ...state, routes }), ignore)
  assert.equal(statSync('identities.json').ino, ino)
  assert.doesNotMatch(await readFile('table.json', 'utf8'), /certificate/)
  assert.deepEqual((await SavedState.read()).current, { routes, identities })
})

test('router state: certificates that an earlier version kept with the routes are kept', async () => {
  await writeFile('table.json', JSON.stringify({ routes: [], identities }))
  const saved = await SavedState.read()
  await saved.change((state) => ({ ...state, routes }), ignore)
  assert.ok(existsSync('identities.json'))
  assert.deepEqual((await SavedState.read()).current, { routes, identities })
})

test('router state: unreadable certificates do not take the routes along', async () => {
  await writeFile('table.json', JSON.stringify({ routes, identities: {} }))
  await writeFile('identities.json', '{"app.te')
  assert.deepEqual((await SavedState.read()).current, { routes, identities: {} })
})

const routeOf = (id: string, port = 9) =>
  routeTo([{ host: '127.0.0.1', port }], { applicationId: `app_${id}`, hosts: [`${id}.test`] })
const journals = async () => (await readdir('.')).filter((name) => name.endsWith('.jsonl'))
const readRoutes = async () => (await SavedState.read()).current.routes

test('router state: a changed route is appended to a journal, whatever the number of others', async () => {
  const saved = await SavedState.read()
  await saved.change((state) => ({ ...state, routes: [routeOf('a'), routeOf('b')] }), ignore)
  const { ino } = statSync('table.json')
  let applied = 0
  const apply = () => {
    applied += 1
  }
  await saved.changeRoute({ route: routeOf('a', 10) }, apply)
  await saved.changeRoute({ removed: 'app_b' }, apply)
  await saved.changeRoute({ route: routeOf('c') }, apply)
  assert.equal(applied, 3)
  assert.equal(statSync('table.json').ino, ino, 'the table is not written')
  assert.deepEqual(await readRoutes(), [routeOf('a', 10), routeOf('c')])
  assert.deepEqual(await readRoutes(), saved.current.routes)
})

test('router state: a line that was cut short by a crash is ignored, and what follows is saved beyond it', async () => {
  const first = await SavedState.read()
  await first.change((state) => ({ ...state, routes: [routeOf('a')] }), ignore)
  await first.changeRoute({ route: routeOf('b') }, ignore)
  const [journal = ''] = await journals()
  await appendFile(journal, '{"route":{"applicationId":"app_')
  const second = await SavedState.read()
  assert.deepEqual(second.current.routes, [routeOf('a'), routeOf('b')])
  await second.changeRoute({ route: routeOf('c') }, ignore)
  await second.changeRoute({ removed: 'app_a' }, ignore)
  assert.deepEqual(await readRoutes(), [routeOf('b'), routeOf('c')])
})

test('router state: a journal that belongs to no table is neither read nor kept', async () => {
  const saved = await SavedState.read()
  await saved.changeRoute({ route: routeOf('a') }, ignore)
  await writeFile('table-1-1-1.jsonl', `${JSON.stringify({ route: routeOf('stale') })}\n`)
  assert.deepEqual(await readRoutes(), [routeOf('a')])
  await saved.change((state) => ({ ...state, routes: [routeOf('b')] }), ignore)
  assert.deepEqual(await readRoutes(), [routeOf('b')])
  assert.equal((await journals()).length, 1)
})

test('router state: a change that could not be saved is not in force, and later ones are saved', async () => {
  const saved = await SavedState.read()
  await saved.changeRoute({ route: routeOf('a') }, ignore)
  const [journal = ''] = await journals()
  await rm(journal)
  const blocker = `table.json.${process.pid}.new`
  await mkdir(blocker)
  await assert.rejects(saved.changeRoute({ route: routeOf('b') }, () => assert.fail('applied')))
  assert.deepEqual(saved.current.routes, [routeOf('a')])
  await rm(blocker, { recursive: true })
  await saved.changeRoute({ route: routeOf('c') }, ignore)
  assert.deepEqual(await readRoutes(), [routeOf('a'), routeOf('c')])
})

test('router state: a journal that has grown is written into a new table', async () => {
  const saved = await SavedState.read()
  await saved.changeRoute({ route: routeOf('a') }, ignore)
  const { ino } = statSync('table.json')
  const wide = { ...routeOf('b'), domains: [{ host: 'x'.repeat(200_000), path: '/' }] }
  for (let index = 0; index < 3; index += 1) await saved.changeRoute({ route: wide }, ignore)
  assert.notEqual(statSync('table.json').ino, ino)
  assert.deepEqual(await readRoutes(), [routeOf('a'), wide])
  assert.equal((await journals()).length, 1)
})
