import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secretSetting, setting, text } from '#kit/setting-kinds.ts'
import { effectiveSettings } from './effective-settings.ts'

const list = [
  setting('BERTH_PORT', '4000', text, 'a port'),
  setting('BERTH_MEMORY', '', text, 'chosen when empty'),
  setting('BERTH_REGISTRY', '', text, 'a URL'),
  secretSetting('BERTH_TOKEN', '', text, 'a secret'),
]

const shown = (given: Record<string, string>) =>
  effectiveSettings(list, given, { BERTH_MEMORY: '4096' }).map(({ variable, value, source }) => [
    variable,
    value,
    source,
  ])

test('effective settings: the default, what was chosen for this machine, or the variable', () => {
  assert.deepEqual(shown({}), [
    ['BERTH_PORT', '4000', 'default'],
    ['BERTH_MEMORY', '4096', 'derived'],
    ['BERTH_REGISTRY', '', 'default'],
    ['BERTH_TOKEN', null, 'default'],
  ])
  assert.deepEqual(shown({ BERTH_PORT: '5000', BERTH_MEMORY: '1' }).slice(0, 2), [
    ['BERTH_PORT', '5000', 'environment'],
    ['BERTH_MEMORY', '1', 'environment'],
  ])
})

test('effective settings: neither a secret nor the password in a URL is shown', () => {
  const given = {
    BERTH_TOKEN: 'hunter2',
    BERTH_REGISTRY: 'https://me:hunter2@npm.example.test/, http://hunter2@b.test',
  }
  const all = effectiveSettings(list, given, {})
  assert.doesNotMatch(JSON.stringify(all), /hunter2/)
  assert.equal(all[2]?.value, 'https://…@npm.example.test/, http://…@b.test')
  assert.deepEqual([all[3]?.value, all[3]?.fallback, all[3]?.source], [null, null, 'environment'])
})
