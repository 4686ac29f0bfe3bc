import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ConnectForm, formOf, isComplete, wantedOf } from './connect-form.ts'

const form: ConnectForm = {
  url: ' https://git.example/team/shop ',
  access: 'token',
  token: ' secret ',
  user: '',
  branch: '',
  paths: 'services/shop\n\n shared ',
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
