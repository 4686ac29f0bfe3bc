import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printable } from './printable.ts'

test('printable: keeps text and colours, removes other control sequences', () => {
  assert.equal(printable('\x1b[1;31mred\x1b[0m é\tx'), '\x1b[1;31mred\x1b[0m é\tx')
  assert.equal(printable('a\x1b]52;c;ZXZpbA==\x07b\x1b]0;title\x1b\\c'), 'abc')
  assert.equal(printable('a\x1b[2Jb\x1b[?1049hc\x1b[10;10Hd'), 'abcd')
  assert.equal(printable('a\rb\bc\x9b2Jd\x1bMe'), 'abc2JdMe')
})
