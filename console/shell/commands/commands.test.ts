import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Owner } from '#console/navigation/owners.ts'
import type { Command } from './command.ts'
import { idleCommands, namedApplication, type PaletteScope, searchedCommands } from './commands.ts'
import { matchingCommands, offeredCommands, wordsOf } from './match-commands.ts'

const owner = (id: string, name: string, applications: string[], role = 'ADMIN'): Owner => ({
  id,
  name,
  role,
  isPersonal: false,
  applications: applications.map((each) => ({
    id: `app_${each}`,
    name: each,
    variantSlug: 'node',
    state: 'SHOULD_BE_UP',
    commit: each === 'empty' ? null : 'abc',
  })),
  addons: [{ id: `addon_${id}`, realId: 'x', name: `${id}-db`, providerId: 'postgresql-addon' }],
  consumers: [],
})

const acme = owner('orga_1', 'Acme', ['shop', 'hello', 'empty'])
const other = owner('orga_2', 'Other', ['hello-2'])
const owners = [acme, other]
const scope: PaletteScope = { owners, current: other, open: undefined }
const onShop: PaletteScope = { owners, current: acme, open: { ownerId: 'orga_1', id: 'app_shop' } }

const labels = (commands: readonly Command[]) => commands.map(({ label }) => label)
const find = (typed: string, from = scope, recent: string[] = []) => {
  const words = wordsOf(typed)
  const preference = { recent, openId: from.open?.id }
  return labels(matchingCommands(searchedCommands(from, words), words, preference))
}
const offered = (from: PaletteScope, recent: string[] = []) =>
  offeredCommands(idleCommands(from, recent), recent, 'Recent')

test('palette: the best match is a name that begins with the words', () => {
  assert.equal(find('hello')[0], 'hello')
  assert.equal(find('hello logs')[0], 'hello › Logs')
  assert.equal(find('hello › logs')[0], 'hello › Logs')
  assert.equal(find('postgres')[0], 'orga_2-db')
  assert.equal(find('app_shop')[0], 'shop')
  assert.deepEqual(find('no such thing'), [])
})

test('palette: actions are found by what they are called, with the name of any application', () => {
  assert.equal(find('hello restart')[0], 'hello › Restart')
  assert.equal(find('restart shop')[0], 'shop › Restart')
  assert.equal(find('revert shop')[0], 'shop › Roll back to')
  assert.equal(find('shop env')[0], 'shop › Add a variable')
  assert.equal(find('dark')[0], 'Theme: dark')
  assert.equal(find('?')[0], 'Keyboard shortcuts')
})

test('palette: an action is about the open application where none is named, with its shortcut', () => {
  assert.equal(find('restart', onShop)[0], 'shop › Restart')
  const words = wordsOf('restart')
  const keysOf = (label: string) =>
    searchedCommands(onShop, words).find((each) => each.label === label)?.keys
  assert.deepEqual(keysOf('shop › Restart'), ['d', 'r'])
  assert.equal(keysOf('hello › Restart'), undefined)
})

test('palette: what was never deployed is not restarted, and who may not operate does nothing', () => {
  const ofEmpty = find('empty restart')
  assert.ok(!ofEmpty.includes('empty › Restart'))
  assert.equal(find('empty variable')[0], 'empty › Variables')
  const accounting = owner('orga_3', 'Books', ['ledger'], 'ACCOUNTING')
  const watching = { owners: [accounting], current: accounting, open: undefined }
  assert.deepEqual(find('ledger restart', watching), [])
  assert.ok(!find('ledger t', watching).includes('ledger › Terminal'))
})

test('palette: without words come recent ones, what the open application can do, then the current organisation', () => {
  assert.equal(offered(scope)[0]?.label, 'hello-2')
  const recent = ['app_hello-logs', 'theme-dark', 'app_gone-logs']
  const list = offered(onShop, recent)
  assert.deepEqual(labels(list.slice(0, 3)), ['hello › Logs', 'Theme: dark', 'shop › Restart'])
  assert.deepEqual(
    list.slice(0, 3).map(({ group }) => group),
    ['Recent', 'Recent', 'Do'],
  )
  assert.equal(new Set(list.map(({ id }) => id)).size, list.length)
})

test('palette: of equal matches the recent one is first', () => {
  assert.deepEqual(find('hello metrics').slice(0, 2), ['hello › Metrics', 'hello-2 › Metrics'])
  const recent = ['app_hello-2-metrics']
  assert.equal(find('hello metrics', scope, recent)[0], 'hello-2 › Metrics')
})

test('palette: another application that is named is asked for its commits', () => {
  const named = (typed: string) =>
    namedApplication(onShop, wordsOf(typed))?.application.name ?? undefined
  assert.equal(named('roll back hello'), 'hello')
  assert.equal(named('hello-2 commit'), 'hello-2')
  assert.equal(named('emp'), 'empty')
  assert.equal(named('shop'), undefined)
  assert.equal(named('h'), undefined)
})

test('palette: thousands of applications are searched, and few are expanded', () => {
  const many = owner(
    'orga_9',
    'Many',
    Array.from({ length: 5_000 }, (_, at) => `app-${at}`),
  )
  const crowd = { owners: [many], current: many, open: undefined }
  assert.equal(find('app-4999', crowd)[0], 'app-4999')
  assert.equal(find('app-4999 logs', crowd)[0], 'app-4999 › Logs')
  assert.ok(searchedCommands(crowd, ['app']).length < 7_000)
})
