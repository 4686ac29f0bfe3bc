import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiError } from './api-error.ts'

const json = 'application/json; charset=utf-8'

test('API error: version 2 has a numeric code, a message and fields', () => {
  const text =
    '{"id":557,"message":"Wrong variables","type":"error","fields":{"A B":"has a space"}}'
  const { status, code, message, fields } = apiError(400, json, text)
  assert.deepEqual(
    { status, code, message, fields },
    { status: 400, code: 557, message: 'Wrong variables', fields: { 'A B': 'has a space' } },
  )
})

test('API error: version 4 has a code and a message', () => {
  const text = '{"apiRequestId":"r","code":"not-found","context":{},"error":"No such thing"}'
  const { code, message } = apiError(404, json, text)
  assert.deepEqual({ code, message }, { code: 'not-found', message: 'No such thing' })
})

test('API error: a response of another server still yields a message', () => {
  assert.equal(apiError(502, 'text/html', '<html>').message, 'The server answered with status 502')
  assert.equal(apiError(503, 'text/plain', 'try later\n').message, 'try later')
  assert.equal(apiError(500, json, '').message, 'The server answered with status 500')
  assert.equal(apiError(500, json, 'null').message, 'The server answered with status 500')
  assert.equal(apiError(400, json, '"too long"').message, 'too long')
})
