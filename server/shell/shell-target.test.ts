import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kit/text/ids.ts'
import { forwardCommand } from './forward-port.ts'
import { isPermittedVariable, isShellUser, parseTarget, terminalType } from './shell-target.ts'

const id = newId('app')
const instance = '8eb2a6eb-4a01-40be-bca9-73c1b794e27f'

test('shell target: is the user name, or the first word of the command of the user ssh', () => {
  assert.deepEqual(parseTarget(id, ''), { target: id })
  assert.deepEqual(parseTarget(id, 'ls  -l'), { target: id, line: 'ls  -l' })
  assert.deepEqual(parseTarget('ssh', instance), { target: instance })
  assert.deepEqual(parseTarget('ssh', `${id} echo 'a  b'\nexit`), {
    target: id,
    line: "echo 'a  b'\nexit",
  })
  for (const text of ['', '  ', 'ls', `-${id}`, `../${id}`, `${id}/..`, `${id}\0`])
    assert.equal(parseTarget('ssh', text), undefined)
})

test('shell user: ids of applications and instances, and nothing with other characters', () => {
  for (const user of ['ssh', id, instance]) assert.ok(isShellUser(user))
  for (const user of ['git', 'root', '', `${id}/../x`, `../${id}`, `${id}\n`, 'app_x', '%s'])
    assert.ok(!isShellUser(user), user)
})

test('shell variables: a client sets its language and colours, and nothing that a program loads', () => {
  assert.ok(isPermittedVariable('LANG', 'de_DE.UTF-8'))
  assert.ok(isPermittedVariable('LC_ALL', 'C'))
  assert.ok(isPermittedVariable('COLORTERM', 'truecolor'))
  for (const name of ['LD_PRELOAD', 'PATH', 'LC_', 'LANGUAGE', 'NODE_OPTIONS', 'lang', 'LANG=x'])
    assert.ok(!isPermittedVariable(name, 'x'), name)
  for (const value of ['../../x', 'a b', 'x'.repeat(201), 'a\0b', '$(id)'])
    assert.ok(!isPermittedVariable('LANG', value), value)
})

test('shell terminal: a type that cannot be one becomes dumb', () => {
  assert.equal(terminalType('xterm-256color'), 'xterm-256color')
  for (const text of ['', '../../etc/passwd', 'x'.repeat(65), '\u001b[2J'])
    assert.equal(terminalType(text), 'dumb')
})

test('shell forwarding: goes to ports of the instance itself only', () => {
  for (const host of ['127.0.0.1', 'localhost', '::1']) assert.ok(forwardCommand(host, 8080))
  for (const host of [
    '10.0.0.1',
    '0.0.0.0',
    '127.0.0.2',
    '',
    'localhost.example.test',
    '169.254.169.254',
  ])
    assert.equal(forwardCommand(host, 8080), undefined)
  for (const port of [0, -1, 65_536, 1.5])
    assert.equal(forwardCommand('localhost', port), undefined)
})
