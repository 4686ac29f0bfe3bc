import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSettings } from '#settings/settings.ts'
import { operatorChoices } from './operator-choices.ts'

const choiceOf = (environment: NodeJS.ProcessEnv) =>
  operatorChoices(readSettings(environment)).get('cellar-addon')

test('choices of the operator: objects are kept by a server of the platform, with a program that can be named', () => {
  assert.deepEqual(choiceOf({}), { handover: {} })
  const program = '/opt/versitygw'
  assert.deepEqual(choiceOf({ BERTH_CELLAR_PROGRAM: program }), {
    handover: { program },
    programs: [program],
  })
})

test('choices of the operator: a server that is named needs no program, and has its administrator at the same address', () => {
  const url = 'https://s3.example.org'
  const key = { BERTH_CELLAR_ACCESS_KEY: 'id', BERTH_CELLAR_SECRET_KEY: 'key' }
  const handover = { url, adminUrl: url, keyId: 'id', secret: 'key' }
  assert.deepEqual(choiceOf({ BERTH_CELLAR_URL: url, ...key }), { handover, programs: [] })
  const adminUrl = 'https://admin.example.org:7071'
  const apart = choiceOf({ BERTH_CELLAR_URL: url, BERTH_CELLAR_ADMIN_URL: adminUrl, ...key })
  assert.deepEqual(apart?.handover, { ...handover, adminUrl })
})
