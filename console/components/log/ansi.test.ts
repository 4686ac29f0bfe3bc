import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainText } from '#kit/terminal-text.ts'
import { parseAnsi } from './ansi.ts'
import { type ColourName, colourOf256, nearestColour } from './ansi-colours.ts'

const esc = '\u001b'
/** Without what is undefined. */
const parse = (message: string) => JSON.parse(JSON.stringify(parseAnsi(message)))

test('ANSI: a line without codes is one text', () => {
  assert.deepEqual(parse('hello'), [{ text: 'hello' }])
  assert.deepEqual(parse('a\tb'), [{ text: 'a\tb' }])
})

test('ANSI: colours begin and end, and looks add up', () => {
  assert.deepEqual(parse(`a${esc}[31mb${esc}[1;4mc${esc}[0md`), [
    { text: 'a' },
    { text: 'b', colour: 'red' },
    { text: 'c', colour: 'red', isBold: true, isUnderlined: true },
    { text: 'd' },
  ])
  assert.deepEqual(parse(`${esc}[92;44mx${esc}[39my${esc}[49mz`), [
    { text: 'x', colour: 'green', ground: 'blue' },
    { text: 'y', ground: 'blue' },
    { text: 'z' },
  ])
  assert.deepEqual(parse(`${esc}[1mx${esc}[22my${esc}[mz`), [
    { text: 'x', isBold: true },
    { text: 'y' },
    { text: 'z' },
  ])
})

test('ANSI: 256 and true colours become the named one of their hue, and what follows them counts', () => {
  assert.deepEqual(parse(`${esc}[38;5;196;1mx`), [{ text: 'x', colour: 'red', isBold: true }])
  assert.deepEqual(parse(`${esc}[38;2;20;200;30;3mx`), [
    { text: 'x', colour: 'green', isItalic: true },
  ])
  assert.deepEqual(parse(`${esc}[48;5;240mx`), [{ text: 'x', ground: 'black' }])
  const named: [ColourName, ColourName][] = [
    [nearestColour(255, 255, 0), 'yellow'],
    [nearestColour(200, 30, 220), 'magenta'],
    [nearestColour(100, 110, 120), 'black'],
    [colourOf256(51), 'cyan'],
    [colourOf256(21), 'blue'],
    [colourOf256(255), 'white'],
  ]
  for (const [found, expected] of named) assert.equal(found, expected)
})

test('ANSI: other sequences are left out: cursors, titles, links, and what is cut off', () => {
  assert.equal(plainText(`${esc}[2K${esc}[1Gdone`), 'done')
  assert.equal(plainText(`${esc}]0;title\u0007text`), 'text')
  assert.equal(plainText(`${esc}]8;;http://a${esc}\\link${esc}]8;;${esc}\\`), 'link')
  assert.equal(plainText(`end${esc}[3`), 'end3')
  assert.equal(plainText(`end${esc}`), 'end')
})

test('ANSI: a carriage return begins the line anew, as progress bars do', () => {
  assert.equal(plainText('10 %\r50 %\r100 %'), '100 %')
  assert.equal(plainText('done\r'), 'done')
})

test('ANSI: the parts joined are the plain text', () => {
  for (const message of [
    `a${esc}[31mb\u0008c${esc}[0m`,
    `x\r${esc}[32my`,
    `${esc}(Bz`,
    `\u009b31mred`,
    '',
  ]) {
    const joined = parseAnsi(message)
      .map(({ text }) => text)
      .join('')
    assert.equal(joined, plainText(message))
  }
})

test('ANSI: a line that changes its colour with each letter has a bounded number of parts, and loses no text', () => {
  const line = '\u001b[31ma\u001b[32mb'.repeat(1000)
  const parts = parseAnsi(line)
  assert.ok(parts.length <= 501, `${parts.length} parts`)
  assert.equal(parts.map(({ text }) => text).join(''), plainText(line))
  assert.equal(parts.at(-1)?.colour, undefined)
})
