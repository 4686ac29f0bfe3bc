import assert from 'node:assert/strict'
import { test } from 'node:test'
import { variablesOf } from './variables.ts'

const paths = {
  home: '/home/app',
  app: '/home/app/app_one',
  tmp: '/tmp',
  cache: '/home/app/.cache',
  programs: ['/opt/node/bin', '/opt/npm/bin'],
  supervisor: '/run/supervise.sh',
  extraCaCerts: '/etc/ssl/extra.pem',
}

test('an application wins over the machine, but not over where and how it runs', () => {
  const given = { HOME: '/x', PORT: '1', LANG: 'fr', APP_HOME: '/y', npm_config_registry: 'own' }
  const machine = { npm_config_registry: 'machine', https_proxy: 'proxy' }
  assert.deepEqual(variablesOf({ paths, given, machine, port: 8080 }), {
    LANG: 'fr',
    USER: 'app',
    LOGNAME: 'app',
    TMPDIR: '/tmp',
    npm_config_registry: 'own',
    https_proxy: 'proxy',
    HOME: '/home/app',
    PORT: '8080',
    APP_HOME: '/home/app/app_one',
    PATH: '/opt/node/bin:/opt/npm/bin:/usr/bin:/bin',
  })
})

test('tools come before the path that an application asks for', () => {
  const { PATH } = variablesOf({ paths, given: { PATH: '/own' }, machine: {}, port: 8080 })
  assert.equal(PATH, '/opt/node/bin:/opt/npm/bin:/own')
})
