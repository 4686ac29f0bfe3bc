import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeBlock, inlineCode } from './markdown.ts'

test('Markdown: untrusted text stays one line of code, whatever backticks it has', () => {
  assert.equal(inlineCode('shop'), '`shop`')
  assert.equal(inlineCode('a`b``c'), '```a`b``c```')
  assert.equal(inlineCode('`x`'), '`` `x` ``')
  assert.equal(inlineCode('a\n\n# @everyone\r\n[x](y)'), '`a  # @everyone  [x](y)`')
  assert.equal(inlineCode(''), '` `')
  assert.equal(inlineCode('\u202egnp.exe\u200b\x1b[31mred'), '`gnp.exe red`')
})

test('Markdown: no line of untrusted text ends its block', () => {
  const lines = ['```', '@ada', '`````', '</details>', 'a\n```\nb', '\x1b]0;title\x07x\x1b[2Jy']
  const block = codeBlock(lines).split('\n')
  assert.equal(block[0], '``````')
  assert.equal(block.at(-1), '``````')
  assert.equal(block.length, lines.length + 2)
  assert.deepEqual(block.slice(1, -1).at(-1), 'xy')
  assert.equal(codeBlock([]), '```\n```')
})
