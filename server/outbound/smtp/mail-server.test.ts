import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailServerAt } from './mail-server.ts'

const at = (url: string) => mailServerAt(new URL(url))

test('mail server URL: decides port, TLS and credentials', () => {
  const server = at('smtp://me%40x.test:p%3Ass@mail.example.org')
  assert.deepEqual(server.login, { user: 'me@x.test', password: 'p:ss' })
  assert.deepEqual([server.host, server.port, server.isTls], ['mail.example.org', 587, false])
  assert.deepEqual([at('smtps://m.x').port, at('smtps://m.x').isTls], [465, true])
  assert.deepEqual([at('smtp://m.x:25').port, at('smtp://m.x').login], [25, undefined])
})

test('mail server URL: only this machine counts as local', () => {
  for (const host of ['localhost', 'mail.localhost', '127.0.0.1', '127.8.9.1', '[::1]']) {
    assert.equal(at(`smtp://${host}`).isLocal, true, host)
  }
  for (const host of ['127.example.org', 'localhost.example.org', '10.0.0.1', '[::2]']) {
    assert.equal(at(`smtp://${host}`).isLocal, false, host)
  }
})
