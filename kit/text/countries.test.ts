import assert from 'node:assert/strict'
import test from 'node:test'
import { countryCode, countryName, countryTitle } from './countries.ts'

test('countries: found by code and by English name, in any case', () => {
  for (const text of ['FR', 'fr', 'FRANCE', 'France', ' france ']) {
    assert.equal(countryCode(text), 'FR', text)
  }
  assert.equal(countryCode('United Kingdom'), 'GB')
  assert.equal(countryCode('UNITED_KINGDOM'), 'GB')
  assert.equal(countryCode("cote d'ivoire"), 'CI')
  assert.equal(countryCode('Bosnia and Herzegovina'), 'BA')
  assert.equal(countryCode('Netherlands'), 'NL')
})

test('countries: anything else is not found', () => {
  for (const text of ['', 'ZZ', 'XX', 'EU', 'DD', 'Atlantis', 'F', 'x'.repeat(1e6), '\0']) {
    assert.equal(countryCode(text), undefined, text.slice(0, 20))
  }
})

test('countries: clients get the name in capitals', () => {
  assert.equal(countryTitle('FR'), 'FRANCE')
  assert.equal(countryTitle('GB'), 'UNITED KINGDOM')
  assert.equal(countryTitle(''), '')
})

test('countries: people get the name as it is written', () => {
  assert.equal(countryName('GB'), 'United Kingdom')
  assert.equal(countryName('IM'), 'Isle of Man')
  for (const code of ['', 'gb', 'GB1', '../']) assert.equal(countryName(code), code)
})

test('countries: every title leads back to its code', () => {
  for (const code of ['DE', 'TR', 'CI', 'BA', 'MM', 'KR', 'KP', 'CD', 'CG', 'ST', 'AX', 'US']) {
    assert.equal(countryCode(countryTitle(code)), code)
  }
})
