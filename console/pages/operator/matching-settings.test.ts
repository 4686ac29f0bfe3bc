import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchingSettings } from './matching-settings.ts'

const setting = (variable: string, meaning: string, source: 'environment' | 'default') => ({
  variable,
  meaning,
  source,
  value: '',
  fallback: '',
})

test('settings of the platform: found by words of name and meaning, or because they were set', () => {
  const all = [
    setting('BERTH_API_PORT', 'port of the API', 'default'),
    setting('BERTH_GIT_PORT', 'Git over SSH', 'environment'),
  ]
  const found = (search: string, isOnlySet = false) =>
    matchingSettings(all, search, isOnlySet).map(({ variable }) => variable)
  assert.deepEqual(found(''), ['BERTH_API_PORT', 'BERTH_GIT_PORT'])
  assert.deepEqual(found('port ssh'), ['BERTH_GIT_PORT'])
  assert.deepEqual(found('api_port'), ['BERTH_API_PORT'])
  assert.deepEqual(found('', true), ['BERTH_GIT_PORT'])
  assert.deepEqual(found('api', true), [])
})
