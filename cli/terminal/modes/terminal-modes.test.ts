import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTerminalModes } from './terminal-modes.ts'

const after = (...printed: string[]) => {
  const modes = createTerminalModes()
  for (const text of printed) modes.note(Buffer.from(text))
  return modes.undo()
}

test('terminal modes: what a program has left is set back, in reverse, and nothing else', () => {
  assert.equal(after('a line\r\n', '\x1b[31mred\x1b[0m'), '')
  assert.equal(after('\x1b[?2004h=> '), '\x1b[?2004l')
  assert.equal(after('\x1b[?2004h=> ', 'select 1;\x1b[?2004l\r\n'), '')
  assert.equal(after('\x1b[?1049h\x1b[?1h\x1b=\x1b[?25l'), '\x1b[?25h\x1b[?1l\x1b[?1049l\x1b>')
  assert.equal(after('\x1b[?25l\x1b[?25h\x1b=\x1b>'), '')
  assert.equal(after('\x1b[?1000;1006h'), '\x1b[?1006l\x1b[?1000l')
})

test('terminal modes: a sequence that comes in two parts is one, and rubbish sets nothing', () => {
  assert.equal(after('\x1b[?20', '04h'), '\x1b[?2004l')
  assert.equal(after('\x1b', '[?2004h', '\x1b[?2004', 'l'), '')
  assert.equal(after('\x1b[?99999999999999999999999999h\x1b[?h\x1b[2004h'), '')
  const many = Array.from({ length: 500 }, (_, number) => `\x1b[?${number}h`).join('')
  assert.equal(after(many).match(/l/g)?.length, 64)
})
