import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  compareJava,
  javaLine,
  newestOfLine,
  versionOfPackage,
  versionOfRelease,
} from './java-versions.ts'

for (const [text, version] of [
  ['17.0.21+9-1~deb12u1', '17.0.21+9'],
  ['11.0.32.1+1-1~deb11u1', '11.0.32.1+1'],
  ['25+36-1', '25+36'],
  ['8u504-ga-1', '8u504'],
  ['8u472-b08-1', '8u472'],
  ['11.0.33~8ea-1', undefined],
  ['../../etc', undefined],
  ['17.0.21+9/../x', undefined],
  ['', undefined],
] as const) {
  test(`Java versions: the package version "${text}" is Java ${version ?? 'of no release'}`, () => {
    assert.equal(versionOfPackage(text), version)
  })
}

test('Java versions: the file release says it, in the old form and in the new one', () => {
  assert.equal(versionOfRelease('JAVA_RUNTIME_VERSION="17.0.15+6-Debian-1deb12u1"\n'), '17.0.15+6')
  assert.equal(versionOfRelease('A="b"\nJAVA_RUNTIME_VERSION="25.0.3+9-LTS"\n'), '25.0.3+9')
  assert.equal(versionOfRelease('JAVA_VERSION="1.8.0_504"\n'), '8u504')
  for (const text of ['', 'JAVA_VERSION="17.0.2"', 'JAVA_RUNTIME_VERSION="../x"']) {
    assert.equal(versionOfRelease(text), undefined, text)
  }
})

test('Java versions: are ordered by their numbers, then by the build', () => {
  const sorted = ['17', '17.0.9+9', '17.0.20+7', '17.0.20.1+1', '17.0.21+9', '17.0.21+10']
  assert.deepEqual(sorted.toReversed().sort(compareJava), sorted)
  assert.deepEqual(['8u504', '8', '8u92'].sort(compareJava), ['8', '8u92', '8u504'])
})

test('Java versions: the newest of a line is no other line', () => {
  const versions = ['17.0.20+7', '8u504', '17', '17.0.21+9', '21.0.13+9']
  assert.equal(newestOfLine(versions, '17'), '17.0.21+9')
  assert.equal(newestOfLine(versions, '1'), undefined)
  assert.deepEqual(versions.map(javaLine), ['17', '8', '17', '17', '21'])
})
