import assert from 'node:assert/strict'
import { test } from 'node:test'
import { severityOf } from './line-severity.ts'

const lines = {
  error: [
    'ERROR could not connect',
    '2026-01-02 03:04:05,678 [main] ERROR com.example.Shop - no stock',
    '[error] p.c.s.NettyServer - exception',
    'error: no such table',
    'time=2026-01-02T03:04:05Z level=error msg="x"',
    '<3>disk is full',
    '\u001b[31mERROR\u001b[39m coloured',
    '{"level":50,"msg":"pino"}',
    '{"severity":"ERROR","message":"cloud"}',
    'TypeError: x is not a function',
    'java.lang.IllegalStateException: closed',
    'Exception in thread "main" java.lang.Error',
    'Traceback (most recent call last):',
    'npm error code ENOENT',
    'npm ERR! code ENOENT',
    '(node:12) FATAL out of memory',
  ],
  warning: [
    'WARN slow query',
    '[warn] application - deprecated',
    '2026-01-02T03:04:05Z WARNING something',
    'npm warn deprecated left-pad@1.0.0',
    '{"level":"warn","msg":"winston"}',
    '{"level":40}',
    '<4>careful',
    'Warning: React does not like this',
  ],
  info: [
    '',
    'Listening on port 8080',
    'There was no error at all',
    'GET /error 200',
    'INFO ERROR is only a word here',
    '[info] play.api.Play - Application started',
    '{"level":30,"msg":"error"}',
    '{"level":null}',
    '{"level":{"toString":1}}',
    '{ not json',
    '{"__proto__":1,"level":"constructor"}',
    '<6>fine',
    'debug: error later',
    `${'x '.repeat(20)}ERROR too late`,
  ],
} as const

test('severity of a line: by the level that loggers write, and info without one', () => {
  for (const [severity, messages] of Object.entries(lines)) {
    for (const message of messages) assert.equal(severityOf(message), severity, message)
  }
})
