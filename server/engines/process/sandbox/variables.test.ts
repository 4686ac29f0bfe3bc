import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toolVariables, variablesOf } from './variables.ts'

const paths = {
  home: '/home/app',
  app: '/home/app/app_one',
  tmp: '/tmp',
  cache: '/home/app/.cache',
  programs: ['/opt/node/bin', '/opt/npm/bin'],
  supervisor: '/run/supervise.sh',
  extraCaCerts: '/etc/ssl/extra.pem',
}

test("variables: those of an application override the machine's, except for paths and port", () => {
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

test('variables: tools come before the PATH of an application', () => {
  const { PATH } = variablesOf({ paths, given: { PATH: '/own' }, machine: {}, port: 8080 })
  assert.equal(PATH, '/opt/node/bin:/opt/npm/bin:/own')
})

test('tool variables: JAVA_HOME is the folder of the JDK as the command sees it', () => {
  const tools = [{ name: 'node' }, { name: 'java' }]
  const programs = ['/opt/node/bin', '/opt/java/bin']
  assert.deepEqual(toolVariables(tools, { programs }), { JAVA_HOME: '/opt/java' })
  assert.deepEqual(toolVariables(tools.slice(0, 1), { programs }), {})
  assert.deepEqual(toolVariables([{ name: 'python' }, ...tools], { programs }), {
    JAVA_HOME: '/opt/java',
  })
})
