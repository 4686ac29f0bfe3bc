import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiError } from './api-error.ts'

const json = 'application/json; charset=utf-8'

test('the error of version 2 gives its number, sentence and fields', () => {
  const text =
    '{"id":557,"message":"Wrong variables","type":"error","fields":{"A B":"has a space"}}'
  const { status, code, message, fields } = apiError(400, json, text)
  assert.deepEqual(
    { status, code, message, fields },
    { status: 400, code: 557, message: 'Wrong variables', fields: { 'A B': 'has a space' } },
  )
})

test('the error of version 4 gives its code and sentence', () => {
  const text = '{"apiRequestId":"r","code":"not-found","context":{},"error":"No such thing"}'
  const { code, message } = apiError(404, json, text)
  assert.deepEqual({ code, message }, { code: 'not-found', message: 'No such thing' })
})

test('an answer that is no error of the API still gives a sentence', () => {
  assert.equal(apiError(502, 'text/html', '<html>').message, 'The server answered with status 502')
  assert.equal(apiError(503, 'text/plain', 'try later\n').message, 'try later')
  assert.equal(apiError(500, json, '').message, 'The server answered with status 500')
  assert.equal(apiError(500, json, 'null').message, 'The server answered with status 500')
  assert.equal(apiError(400, json, '"too long"').message, 'too long')
})
