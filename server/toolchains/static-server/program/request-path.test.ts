import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asFolder, isPublic, parseRequestPath } from './request-path.ts'

test('request path: is decoded without its query and its empty parts', () => {
  assert.deepEqual(parseRequestPath('/a%20b//c.html?x=/y'), {
    segments: ['a b', 'c.html'],
    isFolder: false,
  })
  assert.deepEqual(parseRequestPath('/'), { segments: [], isFolder: true })
  assert.deepEqual(parseRequestPath('/caf%C3%A9/'), { segments: ['café'], isFolder: true })
})

test('request path: one that leads elsewhere or is no text is none', () => {
  for (const url of [
    '/../etc/passwd',
    '/a/../../etc/passwd',
    '/..%2f..%2fetc/passwd',
    '/%2e%2e/x',
    '/a/./b',
    '/..%5c..%5cx',
    '/a\\b',
    '/%00',
    '/%',
    '/%c3%28',
    '*',
    'http://other.test/x',
    '',
  ]) {
    assert.equal(parseRequestPath(url), undefined, url)
  }
})

test('request path: dot files and hidden names are not public, .well-known is', () => {
  const hidden = ['clevercloud']
  for (const path of ['.env', '.git/config', 'a/.htpasswd', 'clevercloud/key', '.well-known/.x']) {
    assert.equal(isPublic(path.split('/'), hidden), false, path)
  }
  for (const path of ['index.html', 'a/clevercloud', '.well-known/security.txt', 'a.b/c']) {
    assert.equal(isPublic(path.split('/'), hidden), true, path)
  }
})

test('request path: the redirect to a folder keeps the query and never names a host', () => {
  const redirect = (url: string) => {
    const path = parseRequestPath(url)
    return path && asFolder(path, url)
  }
  assert.equal(redirect('/docs?page=2'), '/docs/?page=2')
  assert.equal(redirect('//other.test/docs'), '/other.test/docs/')
  assert.equal(redirect('/a%0d%0aSet-Cookie:x'), '/a%0D%0ASet-Cookie%3Ax/')
})
