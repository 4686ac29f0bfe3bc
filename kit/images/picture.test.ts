import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import { furtherPictures, pictures } from '#tests/support/pictures.ts'
import { readPicture } from './picture.ts'

const all = { ...pictures, ...furtherPictures }

for (const [name, content] of Object.entries(all)) {
  test(`pictures: ${name} is read with its size`, () => {
    const picture = readPicture(content)
    assert.ok(typeof picture === 'object', `it is ${picture}`)
    assert.deepEqual([picture.width, picture.height], [3, 2])
  })

  test(`pictures: ${name} that is cut anywhere is broken, and so is one that something follows`, () => {
    for (let length = 12; length < content.length; length += 1) {
      assert.equal(readPicture(content.subarray(0, length)), 'broken', `${length} bytes`)
    }
    for (const more of ['\0', 'PK\u0003\u0004', '<script>alert(1)</script>']) {
      assert.equal(readPicture(Buffer.concat([content, Buffer.from(more)])), 'broken')
    }
  })

  test(`pictures: whatever is wrong inside ${name}, reading it ends`, () => {
    for (let at = 0; at < content.length; at += 1) {
      for (const value of [0, 1, 0x7f, 0xff]) {
        const changed = Buffer.from(content)
        changed[at] = value
        readPicture(changed)
      }
    }
  })
}

test('pictures: nothing but the first bytes of one is broken', () => {
  for (const content of Object.values(pictures)) {
    const page = Buffer.concat([content.subarray(0, 12), Buffer.from('<html><script>x</script>')])
    assert.equal(readPicture(page), 'broken')
  }
  assert.equal(readPicture(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), 'unknown')
  assert.equal(readPicture(Buffer.alloc(0)), 'unknown')
})

test('pictures: few bytes that unpack to gigabytes are too large', () => {
  const png = Buffer.from(pictures['image/png'])
  png.writeUInt32BE(60_000, 16)
  png.writeUInt32BE(60_000, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  assert.equal(readPicture(png), 'too large')
  const gif = Buffer.from(pictures['image/gif'])
  gif.writeUInt16LE(65_535, 6)
  assert.equal(readPicture(gif), 'too large')
})
