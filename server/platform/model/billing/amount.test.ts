import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountOf, decimalOf, divideHalfUp, isDecimal, sumOf, textOf } from './amount.ts'
import { divideMoney, isCurrency, minorDecimals, moneyText, roundMoney } from './rounding.ts'

test('amounts: sums and products are exact', () => {
  const tenths = Array.from({ length: 10 }, () => amountOf('0.1'))
  assert.equal(textOf(sumOf(tenths)), '1')
  assert.equal(textOf(amountOf('0.0000125').times(2_592_000)), '32.4')
  assert.equal(
    textOf(amountOf('0.000000000000001').times('0.000000000000001')),
    `0.${'0'.repeat(29)}1`,
  )
})

test('amounts: a number is the shortest decimal that it is written with', () => {
  assert.equal(decimalOf(0.1), '0.1')
  assert.equal(decimalOf(1e21), '1000000000000000000000')
  assert.equal(decimalOf(1.5e-9), '0.0000000015')
  assert.equal(decimalOf(-0), '0')
})

test('amounts: exponents and other texts are no decimals', () => {
  for (const text of ['1e9', '1e1000000', 'NaN', '', ' 1', '1.', '.5', '0x1', '1,5', '--1']) {
    assert.equal(isDecimal(text), false, text)
    assert.throws(() => amountOf(text), /not a decimal/)
  }
  for (const text of ['0', '-1', '12.340']) assert.equal(isDecimal(text), true)
})

test('rounding: half up, away from zero, once', () => {
  const rounded = (text: string) => moneyText(roundMoney(amountOf(text), 'EUR'), 'EUR')
  assert.deepEqual(['0.005', '0.0049999', '-0.005', '1.115', '2'].map(rounded), [
    '0.01',
    '0.00',
    '-0.01',
    '1.12',
    '2.00',
  ])
  // Rounded first to three decimals and then to two, it would be 0.01.
  assert.equal(textOf(divideMoney(amountOf('0.00449999'), amountOf('1'), 'EUR')), '0')
  assert.equal(textOf(divideHalfUp(amountOf('2'), amountOf('3'), 9)), '0.666666667')
  assert.equal(textOf(divideHalfUp(amountOf('1'), amountOf('3'), 2)), '0.33')
  assert.equal(textOf(divideMoney(amountOf('1'), amountOf('200'), 'EUR')), '0.01')
  assert.equal(textOf(divideMoney(amountOf('10'), amountOf('20'), 'JPY')), '1')
})

test('currencies: the minor unit has the decimals of ISO 4217', () => {
  assert.deepEqual(['EUR', 'JPY', 'KWD', 'USD'].map(minorDecimals), [2, 0, 3, 2])
  assert.equal(isCurrency('EUR'), true)
  assert.equal(isCurrency('eur'), false)
  assert.equal(isCurrency('constructor'), false)
})
