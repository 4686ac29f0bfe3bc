import assert from 'node:assert/strict'
import test from 'node:test'
import { sampleLine } from '#tests/support/invoices/sample-invoices.ts'
import { csv } from './csv.ts'
import { linesCsv } from './lines-csv.ts'

test('CSV: a cell that a spreadsheet would execute becomes text', () => {
  for (const evil of ['=1+1', '+A1', '-A1', '@SUM(A1)', '＝1', ' =1', '\t=1', '\r=1', '\n+1']) {
    const [row = ''] = csv([[evil]]).split(/\r\n$/)
    assert.match(row, /^"?'/, JSON.stringify(evil))
  }
})

test('CSV: numbers stay numbers, and separators are quoted', () => {
  assert.equal(
    csv([
      ['-12.50', '0.000004'],
      ['a,b', 'say "x"', 'a\nb', ';'],
    ]),
    '-12.50,0.000004\r\n"a,b","say ""x""","a\nb",";"\r\n',
  )
})

test('CSV of lines: exact quantities and prices, times in UTC', () => {
  const [head, row] = linesCsv(
    [sampleLine({ resourceName: '=cmd', providerId: 'p', previewOf: 'app_2' })],
    'EUR',
  ).split('\r\n')
  assert.equal(
    head,
    'kind,resource_id,resource_name,description,flavor_or_plan,zone,from,until,quantity,unit,unit_price,net,currency,provider_id,preview_of',
  )
  assert.equal(
    row,
    "runtime,app_1,'=cmd,'=cmd: M in par,M,par,2026-11-01T00:00:00.000Z,2026-12-01T00:00:00.000Z,2592000,second,0.000004,10.37,EUR,p,app_2",
  )
})
