import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseEnvironment, parseUnit } from './unit-file.ts'

test('unit file: command, user and environment file are read', () => {
  const unit = parseUnit(
    '[Service]\nUser=store\nEnvironmentFile=/etc/a.env\nExecStart="/opt/my store" --port 1\n',
  )
  assert.deepEqual(unit, {
    command: ['/opt/my store', '--port', '1'],
    user: 'store',
    environmentFile: '/etc/a.env',
  })
})

test('unit file: values of an environment file may be quoted', () => {
  assert.deepEqual(parseEnvironment('# comment\nA=1\nB="two $(words) \\"quoted\\""\n'), {
    A: '1',
    B: 'two $(words) "quoted"',
  })
})
