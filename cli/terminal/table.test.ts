import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOutput } from './output.ts'
import { table } from './table.ts'
import type { Terminal } from './terminal.ts'

const hostile = 'shop\x1b]0;title\x07\x1b[2J\nother\r'

test('table: columns are aligned by what is seen, colours included', () => {
  const rows = [
    ['\x1b[31mred\x1b[0m', 'x'],
    ['longer', 'y'],
  ]
  assert.equal(table(rows), '\x1b[31mred\x1b[0m     x\nlonger  y')
})

test('table: a name neither steers the terminal nor begins a row', () => {
  assert.equal(table([[hostile, 'UP']]), 'shop other  UP')
})

test('output: text for a screen cannot steer it, that for a file is unchanged, and so is JSON', () => {
  const printed = (format: 'human' | 'json', hasScreen: boolean) => {
    let text = ''
    const out = (part: string) => {
      text += part
    }
    const screen = hasScreen ? () => ({ columns: 80, rows: 24 }) : undefined
    const output = createOutput({ out, err: out, screen } as Terminal, format)
    output.print({ name: hostile }, () => hostile)
    return text
  }
  assert.equal(printed('human', true), 'shop\nother\n')
  assert.equal(printed('human', false), `${hostile}\n`)
  assert.deepEqual(JSON.parse(printed('json', false)), { name: hostile })
})
