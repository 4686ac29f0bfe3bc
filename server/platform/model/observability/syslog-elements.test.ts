import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatElement, maskStructuredData, parseStructuredData } from './syslog-elements.ts'

const written = (text: string) =>
  parseStructuredData(text)?.map((element) => formatElement(element, 'own@32473'))

test('structured data: parameters and whole elements are parsed, and escaped when written', () => {
  assert.deepEqual(written('X-OVH-TOKEN="a\\"b]c\\\\" tag=plain'), [
    '[own@32473 X-OVH-TOKEN="a\\"b\\]c\\\\" tag="plain"]',
  ])
  assert.deepEqual(written('[key@41058 tag="x y"] other="1"'), [
    '[key@41058 tag="x y"]',
    '[own@32473 other="1"]',
  ])
  assert.deepEqual(written(' '), [])
  for (const wrong of [
    'a',
    'a=',
    'a="',
    '[',
    '[]',
    '[id a="1"',
    'ä="1"',
    '"x"="1"',
    `${'n'.repeat(33)}="1"`,
  ]) {
    assert.equal(parseStructuredData(wrong), undefined, wrong)
  }
})

test('structured data: names are shown and values are masked', () => {
  assert.equal(maskStructuredData('[id@1 a="1" b="2"] X="3"', '*'), '[id@1 a="*" b="*"] X="*"')
})
