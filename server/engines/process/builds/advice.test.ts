import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adviser } from './advice.ts'

const adviceOn = (...lines: string[]) => {
  const { hear, advice } = adviser()
  lines.forEach(hear)
  return advice().join('\n')
}

for (const line of [
  'npm error code E401',
  'npm ERR! code E403',
  ' ERR_PNPM_FETCH_401  GET http://npm.example.org/a/-/a-1.0.0.tgz: Unauthorized - 401',
  'error Error: http://npm.example.org/a/-/a-1.0.0.tgz: Request failed "401 Unauthorized"',
  '➤ YN0041: │ a@npm:1.0.0: Invalid authentication (as an anonymous user)',
  'error: GET http://npm.example.org/a/-/a-1.0.0.tgz - 401',
]) {
  test(`"${line}" speaks of credentials`, () => {
    assert.match(adviceOn('one', line, line), /^[^\n]*NPM_TOKEN[^\n]*$/)
  })
}

for (const line of [
  'npm error fatal: Could not read from remote repository.',
  '➤ YN0001: │   Fatal Error: Could not read from remote repository.',
  'error: "git clone" for "private-tool" failed',
]) {
  test(`"${line}" speaks of a repository`, () => assert.match(adviceOn(line), /CC_SSH_PRIVATE_KEY/))
}

test('nothing is said about anything else', () => {
  assert.equal(adviceOn('npm error code E404', 'GET / 401', 'Permission denied', ''), '')
})
