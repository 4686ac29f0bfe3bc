import assert from 'node:assert/strict'
import { test } from 'node:test'
import { styleText } from 'node:util'
import { qrText } from './qr-text.ts'

const rows = ['110', '011', '000']

test('QR code: with colours the dark modules are drawn, black on white', () => {
  const paint: Parameters<typeof qrText>[0]['paint'] = (style, text) =>
    styleText(style, text, { validateStream: false })
  const [, first = '', second] = qrText({ paint }, rows).split('\n')
  assert.equal(first, paint(['black', 'bgWhiteBright'], '  ▀█▄  '))
  assert.equal(second, paint(['black', 'bgWhiteBright'], '       '))
})

test('QR code: without colours the light modules are drawn', () => {
  const lines = qrText({ paint: (_, text) => text }, rows).split('\n')
  assert.deepEqual(lines, ['███████', '██▄ ▀██', '███████', '███████'])
})
