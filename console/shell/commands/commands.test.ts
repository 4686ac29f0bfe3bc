import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Owner } from '#console/navigation/owners.ts'
import { commandsFor, matchingCommands } from './commands.ts'

const owner = (id: string, name: string, applications: string[]): Owner => ({
  id,
  name,
  role: 'ADMIN',
  isPersonal: false,
  applications: applications.map((each) => ({
    id: `app_${each}`,
    name: each,
    variantSlug: 'node',
    state: 'SHOULD_BE_UP',
    commit: null,
  })),
  addons: [{ id: `addon_${id}`, realId: 'x', name: `${id}-db`, providerId: 'postgresql-addon' }],
  consumers: [],
})

const owners = [owner('orga_1', 'Acme', ['shop', 'hello']), owner('orga_2', 'Other', ['hello-2'])]
const commands = commandsFor(owners, owners[1])
const find = (typed: string) => matchingCommands(commands, typed).map(({ label }) => label)

test('palette: the best match is a name that begins with the words', () => {
  assert.equal(find('hello')[0], 'hello')
  assert.equal(find('hello logs')[0], 'hello › logs')
  assert.equal(find('postgres')[0], 'orga_2-db')
  assert.equal(find('app_shop')[0], 'shop')
  assert.deepEqual(find('no such thing'), [])
})

test('palette: without words the current organisation comes first', () => {
  assert.equal(find('')[0], 'hello-2')
})
