import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Vat, vatFor } from './vat.ts'
import { isEuropeanVatNumber, isInEuropeanUnion, vatNumberState } from './vat-number.ts'

const rules = { rates: { FR: '20', DE: '19', CH: '8.1', LU: '0' } }
const shown = ({ category, percent }: Vat) => `${category} ${percent}`
const charged = (country: string, vatNumber = '', seller = 'FR') =>
  shown(vatFor(rules, { country: seller }, { country, vatNumber }))

test('VAT: customers at home pay the standard rate, businesses too', () => {
  assert.equal(charged('FR'), 'S 20')
  assert.equal(charged('FR', 'FR12345678901'), 'S 20')
  assert.equal(charged('MC'), 'S 20')
})

test('VAT: a business in another country of the Union owes the tax itself', () => {
  assert.equal(charged('DE', 'DE123456789'), 'AE 0')
  assert.equal(charged('GR', 'el 123.456.789'), 'AE 0')
  assert.match(
    vatFor(rules, { country: 'FR' }, { country: 'DE', vatNumber: 'DE123456789' }).reason ?? '',
    /Reverse charge/,
  )
})

test('VAT: a number of another form or country is no business', () => {
  for (const number of [
    '',
    'DE12345678',
    'FR12345678901',
    '123456789',
    'DE1234567890',
    'DE<script>',
  ]) {
    assert.equal(charged('DE', number), 'S 19', number)
  }
})

test('VAT: others in the Union pay the rate of their country, or that of the seller', () => {
  assert.equal(charged('DE'), 'S 19')
  assert.equal(charged('IT'), 'S 20')
  assert.equal(charged('LU'), 'Z 0')
})

test('VAT: outside of the Union no tax is due, unless the operator lists a rate', () => {
  assert.equal(charged('US'), 'O 0')
  assert.equal(charged('GB', 'GB123456789'), 'O 0')
  assert.equal(charged('CH'), 'S 8.1')
  assert.equal(charged('DE', 'DE123456789', 'CH'), 'S 19')
})

test('VAT: a seller that is exempt charges nobody', () => {
  const exempt = { rates: {}, exemption: 'Article 293 B of the CGI' }
  const vat = vatFor(exempt, { country: 'FR' }, { country: 'FR', vatNumber: '' })
  assert.deepEqual(vat, { category: 'E', percent: '0', reason: 'Article 293 B of the CGI' })
})

test('VAT numbers: their state is known by country and form', () => {
  assert.equal(vatNumberState(' ', 'FR'), 'absent')
  assert.equal(vatNumberState('FR12345678901', 'FR'), 'unchecked')
  assert.equal(vatNumberState('FR1', ''), 'unchecked')
  assert.equal(vatNumberState('FR1', 'FR'), 'malformed')
  assert.equal(vatNumberState('GB123456789', 'GB'), 'not european')
})

test('VAT numbers: every member has a form, and other countries have none', () => {
  const members = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'
  for (const country of members.split(' ')) assert.equal(isInEuropeanUnion(country), true)
  for (const country of ['GB', 'CH', 'US', '', 'constructor']) {
    assert.equal(isInEuropeanUnion(country), false)
    assert.equal(isEuropeanVatNumber('GB123456789', country), false)
  }
  const numbers = { AT: 'ATU12345678', NL: 'NL123456789B01', IE: 'IE1234567FA', ES: 'ESX1234567X' }
  for (const [country, number] of Object.entries(numbers)) {
    assert.equal(isEuropeanVatNumber(number, country), true, number)
  }
})
