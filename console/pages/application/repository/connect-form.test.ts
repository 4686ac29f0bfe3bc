import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ConnectedRepository } from '#client/resources/connected-repository.ts'
import { type ConnectForm, formOf, isComplete, wantedOf } from './connect-form.ts'

const form: ConnectForm = {
  url: ' https://git.example/team/shop ',
  access: 'token',
  token: ' secret ',
  user: '',
  deployed: 'branch',
  branch: '',
  tags: '',
  paths: 'services/shop\n\n shared ',
}

const connected: ConnectedRepository = {
  url: 'https://git.example/team/shop',
  branch: 'main',
  access: 'nobody',
  deployKey: null,
  paths: [],
  tags: [],
  head: null,
  connectedBy: { id: 'user_1', name: 'Ada' },
  connectedAt: '2026-01-01T00:00:00.000Z',
  checkedAt: null,
  dueAt: '2026-01-01T00:00:00.000Z',
  attempts: 0,
  lastError: '',
  webhook: { isAtHost: false, problem: '' },
}

test('connect form: a token is sent with the access that needs it, and no other', () => {
  assert.deepEqual(wantedOf(form), {
    url: 'https://git.example/team/shop',
    access: 'token',
    branch: undefined,
    paths: ['services/shop', 'shared'],
    token: 'secret',
    user: undefined,
  })
  assert.ok(!('token' in wantedOf({ ...form, access: 'nobody' })))
})

test('connect form: a URL is needed, and a token where it is the access', () => {
  assert.ok(isComplete(form))
  assert.ok(!isComplete({ ...form, url: ' ' }))
  assert.ok(!isComplete({ ...form, token: ' ' }))
  assert.ok(isComplete({ ...form, token: '', access: 'deploy-key' }))
})

test('connect form: it begins empty for an application without a repository', () => {
  assert.deepEqual(wantedOf({ ...formOf(), url: 'git@git.example:a/b.git' }), {
    url: 'git@git.example:a/b.git',
    access: 'nobody',
    branch: undefined,
    paths: [],
  })
})

test('connect form: either a branch or tags are sent, and tags need a pattern', () => {
  const typed = { ...form, branch: ' main ', tags: 'v*\n\n release-* ' }
  const branch = wantedOf(typed)
  assert.deepEqual([branch.branch, 'tags' in branch], ['main', false])
  const tags = wantedOf({ ...typed, deployed: 'tags' })
  assert.deepEqual([tags.tags, 'branch' in tags], [['v*', 'release-*'], false])
  assert.ok(isComplete({ ...typed, deployed: 'tags' }))
  assert.ok(!isComplete({ ...typed, deployed: 'tags', tags: ' \n' }))
})

test('connect form: a change of a connection with tags begins with these', () => {
  const repository = { ...connected, tags: ['v*', 'w*'] }
  assert.equal(formOf(repository).tags, 'v*\nw*')
  assert.equal(formOf(repository).deployed, 'tags')
  assert.equal(formOf(connected).deployed, 'branch')
})
