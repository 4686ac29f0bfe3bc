import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutLiterals } from './without-literals.ts'

const cases: [sql: string, shown: string][] = [
  ["select * from users where mail = 'ada@example.org'", 'select * from users where mail = ?'],
  ["select 'it''s', E'it\\'s', U&'\\0041', B'1', x'ff'", 'select ?, ?, ?, ?, ?'],
  ['select $1, $2::int from t3 where a1 = 12.5e-3', 'select $1, $2::int from t3 where a1 = ?'],
  ['select $tag$secret$tag$, $$other$$ from t', 'select ?, ? from t'],
  ['select "it\'s 5" from "a b"', 'select "it\'s 5" from "a b"'],
  ['select 1 -- ada\n  from t /* bea /* inner */ still */ where\tx', 'select ? from t where x'],
  ["select 'cut off", 'select ?'],
  ['select $x$cut off', 'select ?'],
  ['select /* cut off', 'select'],
  ['a$b$c', 'a$b$c'],
  ['sélect été 7', 'sélect été ?'],
  ['', ''],
]

test('statements: literals and comments are not shown, names and parameters are', () => {
  for (const [sql, shown] of cases) assert.equal(withoutLiterals(sql), shown, sql)
})

test('statements: whatever is cut off where, no quoted secret is shown', () => {
  const sql = `select 'SECRET ''SECRET''', E'SECRET\\'SECRET', $a$SECRET$a$ /* SECRET */ from t -- SECRET`
  for (let length = 0; length <= sql.length; length += 1)
    assert.doesNotMatch(withoutLiterals(sql.slice(0, length)), /SEC/, `${length}`)
})
