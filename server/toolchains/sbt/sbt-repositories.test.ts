import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '#kit/setting-kinds.ts'
import { type SbtRepository, sbtRepositoryLines, sbtRepositoryList } from './sbt-repositories.ts'

const parsed = (text: string): readonly SbtRepository[] => {
  const list = sbtRepositoryList(text)
  if (list instanceof Problem) assert.fail(list.sentence)
  return list
}

test('sbt repositories: Maven Central has the name that sbt knows, and the setting of the operator wins', () => {
  assert.equal(sbtRepositoryLines(undefined, []), 'local\nmaven-central')
  assert.equal(
    sbtRepositoryLines('https://maven.example.org/all', []),
    'local\nmaven-repository: https://maven.example.org/all/',
  )
})

test('sbt repositories: further ones follow, with a pattern where their layout is that of Ivy', () => {
  const pattern = '[organization]/[module]/[revision]/[type]s/[artifact](-[classifier]).[ext]'
  const further = parsed(`ours=https://a.example.org/maven, ivy=https://b.example.org/ ${pattern}`)
  assert.deepEqual(further, [
    { name: 'ours', url: 'https://a.example.org/maven/' },
    { name: 'ivy', url: 'https://b.example.org/', pattern },
  ])
  assert.equal(
    sbtRepositoryLines(undefined, further),
    `local\nmaven-central\nours: https://a.example.org/maven/\nivy: https://b.example.org/, ${pattern}`,
  )
})

for (const wrong of [
  'https://a.example.org/',
  'ours=file:///etc/',
  'ours=https://a.example.org/\nlocal',
  'ours=https://a.example.org/,ours=https://b.example.org/',
  'ours=https://a.example.org/ one two',
]) {
  test(`sbt repositories: ${JSON.stringify(wrong)} is refused`, () => {
    assert.ok(sbtRepositoryList(wrong) instanceof Problem)
  })
}
