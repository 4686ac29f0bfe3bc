import assert from 'node:assert/strict'
import { test } from 'node:test'
import { artifactAt, checksumPath } from './artifact-path.ts'

const repositories = ['https://maven.example.org/all/', 'http://127.0.0.1:8081']
const inFirst = (path: string) => `https/maven.example.org/all/${path}`

test('artifact path: a released file of a repository of the operator has an address', () => {
  const path = inFirst('org/example/a_2.13/1.0+1/a_2.13-1.0+1.jar')
  const url = 'https://maven.example.org/all/org/example/a_2.13/1.0+1/a_2.13-1.0+1.jar'
  assert.deepEqual(artifactAt(path, repositories), { path, url })
  const other = 'http/127.0.0.1%3A8081/org/a/1/a-1.pom'
  assert.equal(artifactAt(other, repositories)?.url, 'http://127.0.0.1:8081/org/a/1/a-1.pom')
})

for (const [what, path] of [
  ['another repository', 'https/evil.example.org/org/a/1/a-1.jar'],
  ['a name that begins like the repository', 'https/maven.example.org/all-evil/org/a/1/a-1.jar'],
  ['a way out', inFirst('../../../etc/a/1/a-1.jar')],
  ['a way out in the address', inFirst('org/%2e%2e/1/a-1.jar')],
  ['another host in the address', inFirst('/evil.example.org/a/1/a-1.jar')],
  ['a question', inFirst('org/a/1/a-1.jar?x=.jar')],
  ['a NUL', inFirst('org/a/1/a\0-1.jar')],
  ['a line feed', inFirst('org/a/1/a\n.jar')],
  ['a hidden file', inFirst('org/a/1/.a-1.jar')],
  ['a checksum', inFirst('org/a/1/a-1.jar.sha1')],
  ['a list of versions', inFirst('org/a/maven-metadata.xml')],
  ['a snapshot', inFirst('org/a/1-SNAPSHOT/a-1-SNAPSHOT.jar')],
  ['another kind of file', inFirst('org/a/1/a-1.exe')],
  ['a long path', inFirst(`${'a/'.repeat(400)}a-1.jar`)],
] as const) {
  test(`artifact path: ${what} is not shared`, () => {
    assert.equal(artifactAt(path, repositories), undefined)
  })
}

test('artifact path: a repository with credentials is not shared', () => {
  const path = 'https/maven.example.org/all/org/a/1/a-1.jar'
  assert.equal(artifactAt(path, ['https://user:word@maven.example.org/all/']), undefined)
})

test('artifact path: the checksum lies where Coursier looks for it', () => {
  assert.equal(checksumPath('https/h/a/1/a-1.jar'), 'https/h/a/1/a-1.jar.sha1')
})
