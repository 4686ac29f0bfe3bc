import assert from 'node:assert/strict'
import { test } from 'node:test'
import jsqr from 'jsqr'
import { qrCode } from './qr-code.ts'

// The types declare a module, but Node imports the function itself.
const decode = jsqr as unknown as typeof jsqr.default

const margin = 4
const scale = 3

/** Renders the code as a picture, and reads it with an independent decoder. */
function read(rows: string[]): { text: string; version: number } | undefined {
  const side = (rows.length + 2 * margin) * scale
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const isDark = rows[Math.floor(y / scale) - margin]?.[Math.floor(x / scale) - margin] === '1'
      if (isDark) pixels.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3)
    }
  }
  const found = decode(pixels, side, side)
  return found ? { text: found.data, version: found.version } : undefined
}

const letters = 'otpauth://Totp/Berth:ada%40example.test?secret=JBSWY3DPEHPK3PXP&n='
const textOf = (length: number) =>
  letters.repeat(Math.ceil(length / letters.length)).slice(0, length)

test('QR code: a decoder reads the encoded text, at both ends of every version', async () => {
  const capacities = [
    14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666,
    711, 779, 857, 911, 997,
  ]
  for (const [index, capacity] of capacities.entries()) {
    for (const length of [(capacities[index - 1] ?? 0) + 1, capacity]) {
      assert.deepEqual(read(await qrCode(textOf(length))), {
        text: textOf(length),
        version: index + 1,
      })
    }
  }
})

test('QR code: non-ASCII letters are encoded as UTF-8', async () => {
  assert.equal(read(await qrCode('Grüße, 日本語, 🚢'))?.text, 'Grüße, 日本語, 🚢')
})

test('QR code: is readable although a part is hidden', async () => {
  const rows = await qrCode(textOf(150))
  const hidden = rows.map((row, y) =>
    y > 20 && y < 27 ? `${row.slice(0, 20)}000000${row.slice(26)}` : row,
  )
  assert.equal(read(hidden)?.text, textOf(150))
})

test('QR code: a text beyond the largest version is an error', async () => {
  await assert.rejects(qrCode(textOf(2332)))
})
