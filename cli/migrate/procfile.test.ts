import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseProcfile } from './procfile.ts'

test('Procfile: web starts the application, others are workers beside it', () => {
  const text =
    '# a comment\nweb: bundle exec x -p $PORT\r\nmail: node mail.js\n\nclock:node clock.js\n'
  const { variables, notCarried } = parseProcfile(text)
  assert.deepEqual(variables, {
    CC_RUN_COMMAND: 'bundle exec x -p $PORT',
    CC_WORKER_COMMAND_0: 'node mail.js',
    CC_WORKER_COMMAND_1: 'node clock.js',
  })
  assert.equal(notCarried.length, 2)
})

test('Procfile: a web process that runs the start script needs no variable', () => {
  for (const command of ['npm start', 'yarn start', 'pnpm run start'])
    assert.deepEqual(parseProcfile(`web: ${command}`).variables, {})
  assert.deepEqual(parseProcfile('').variables, {})
})
