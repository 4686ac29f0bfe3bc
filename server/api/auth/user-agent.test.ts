import assert from 'node:assert/strict'
import { test } from 'node:test'
import { programOf } from './user-agent.ts'

const named = (agent: string) => {
  const { browser, system } = programOf(
    new Request('http://a.test', { headers: { 'user-agent': agent } }),
  )
  return `${browser} · ${system}`
}

test('user agents: browsers and systems are named as people call them', () => {
  const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'
  assert.equal(named(`${windows} Chrome/141.0.0.0 Safari/537.36`), 'Chrome 141 · Windows')
  assert.equal(named(`${windows} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.1`), 'Edge 141 · Windows')
  assert.equal(
    named('Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'),
    'Firefox 144 · Linux',
  )
  assert.equal(
    named(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    ),
    'Safari 18 · iOS',
  )
  assert.equal(
    named(
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    ),
    'Safari 18 · macOS',
  )
  assert.equal(
    named(
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    ),
    'Chrome 141 · Android',
  )
})

test('user agents: of anything else nothing is kept', () => {
  assert.equal(named('<b>Linux</b> Firefox/<script>'), ' · Linux')
  assert.equal(named(`Firefox/${'9'.repeat(400)}`), 'Firefox 9999 · ')
  assert.equal(named('a'.repeat(100_000)), ' · ')
  assert.deepEqual(programOf(new Request('http://a.test')), { browser: '', system: '' })
})
