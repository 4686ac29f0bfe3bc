import assert from 'node:assert/strict'
import test from 'node:test'
import { countryCode, countryTitle } from './countries.ts'

test('a country is known by its code and by its English name, in any case', () => {
  for (const text of ['FR', 'fr', 'FRANCE', 'France', ' france ']) {
    assert.equal(countryCode(text), 'FR', text)
  }
  assert.equal(countryCode('United Kingdom'), 'GB')
  assert.equal(countryCode('UNITED_KINGDOM'), 'GB')
  assert.equal(countryCode("cote d'ivoire"), 'CI')
  assert.equal(countryCode('Bosnia and Herzegovina'), 'BA')
  assert.equal(countryCode('Netherlands'), 'NL')
})

test('what is no country is not known', () => {
  for (const text of ['', 'ZZ', 'XX', 'EU', 'DD', 'Atlantis', 'F', 'x'.repeat(1e6), '\0']) {
    assert.equal(countryCode(text), undefined, text.slice(0, 20))
  }
})

test('clients are shown the name in capitals', () => {
  assert.equal(countryTitle('FR'), 'FRANCE')
  assert.equal(countryTitle('GB'), 'UNITED KINGDOM')
  assert.equal(countryTitle(''), '')
})

test('every title leads back to its code', () => {
  for (const code of ['DE', 'TR', 'CI', 'BA', 'MM', 'KR', 'KP', 'CD', 'CG', 'ST', 'AX', 'US']) {
    assert.equal(countryCode(countryTitle(code)), code)
  }
})
