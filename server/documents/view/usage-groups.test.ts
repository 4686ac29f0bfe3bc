import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleLine } from '#tests/support/invoices/sample-invoices.ts'
import { usageSections } from './usage-groups.ts'

test('usage groups: previews are apart, with their applications and add-ons', () => {
  const previewOf = 'app_1'
  const lines = [
    sampleLine({ resourceId: 'app_1', resourceName: 'shop', net: '10.00' }),
    sampleLine({ resourceId: 'app_2', resourceName: 'shop topic', net: '2.00', previewOf }),
    sampleLine({ kind: 'addon', resourceId: 'addon_1', resourceName: 'db', net: '5.00' }),
    sampleLine({
      kind: 'addon',
      resourceId: 'addon_2',
      resourceName: 'copy',
      net: '1.00',
      previewOf,
    }),
  ]
  const sections = usageSections({ lines, currency: 'EUR' })
  assert.deepEqual(
    sections.map(({ title, groups }) => [title, groups.map(({ name }) => name)]),
    [
      ['Applications', ['shop']],
      ['Add-ons', ['db']],
      ['Previews', ['shop topic', 'copy']],
    ],
  )
  assert.match(sections[2]?.net ?? '', /3\.00/)
})
