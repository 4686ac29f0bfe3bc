import assert from 'node:assert/strict'
import test from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import { readPdf } from '#tests/support/invoices/read-pdf.ts'
import { sampleInvoice } from '#tests/support/invoices/sample-invoices.ts'
import { createInvoiceDocuments } from './invoice-documents.ts'
import { LogoError, readLogo } from './logo.ts'

const chunk = (type: string, body: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(body.length, 0)
  ends.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
}

/** A PNG with an alpha channel. */
function png(
  width: number,
  height: number,
  pixels = deflateSync(Buffer.alloc(height * (1 + width * 4), 0x7f)),
) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  // Each row begins with its filter, none.
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const rows = (width: number, height: number) =>
  deflateSync(
    Buffer.concat(
      Array.from({ length: height }, () => Buffer.from([0, ...new Array(width * 4).fill(0x90)])),
    ),
  )

test('logo: type and size of a PNG are read, and it is on the page and in the PDF', async () => {
  const bytes = png(60, 20, rows(60, 20))
  const { type, width, height } = readLogo(bytes)
  assert.deepEqual([type, width, height], ['image/png', 60, 20])
  const documents = createInvoiceDocuments({ logo: bytes })
  assert.match(
    await documents.html(sampleInvoice()),
    /<img class="mark" src="data:image\/png;base64,/,
  )
  const pdf = await documents.pdf(sampleInvoice())
  assert.ok(Buffer.from(pdf).includes('/Subtype /Image'))
  assert.ok((await readPdf(pdf)).pages[0]?.includes('Amount due'))
})

test('logo: a JPEG is read; one for printers (CMYK) is refused', () => {
  const frame = (parts: number) =>
    Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 20, 0, 60, parts, 1, 0x11, 0, 0xff, 0xd9])
  const { type, width, height } = readLogo(frame(3))
  assert.deepEqual([type, width, height], ['image/jpeg', 60, 20])
  assert.throws(() => readLogo(frame(4)), LogoError)
})

test('logo: what cannot be drawn is refused at the start, not in the middle of an invoice', () => {
  const whole = png(60, 20, rows(60, 20))
  const wrong = [
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    Buffer.alloc(0),
    whole.subarray(0, whole.length - 20),
    png(60, 20, Buffer.from('not deflated')),
    png(60, 20, rows(60, 2)),
    png(60_000, 60_000, rows(1, 1)),
    png(0, 0, rows(1, 1)),
    Buffer.alloc(300_000),
  ]
  for (const bytes of wrong) assert.throws(() => readLogo(bytes), LogoError)
})
