import assert from 'node:assert/strict'
import { test } from 'node:test'
import { subjectProblem } from './subject-law.ts'

test('subject law: takes an area and an imperative', () => {
  for (const subject of [
    'access: split the permission table from the check',
    'api, console: pass the locale',
    'network groups: address peers by name',
    'cli: `berth logs` follows by default',
    'builds: process archives in order',
    'Revert "cli: the word for it"',
  ]) {
    assert.equal(subjectProblem(subject), undefined, subject)
  }
})

test('subject law: refuses other forms, long subjects and full stops', () => {
  const wrong: [subject: string, problem: RegExp][] = [
    ['Fix a typo', /no area/],
    ['cli:no space', /no area/],
    ['cli: add a command.', /full stop/],
    [`cli: add ${'a'.repeat(64)}`, /has 73 characters/],
    ['cli: adds a command', /"adds"/],
    ['cli: added a command', /"added"/],
    ['cli: adding a command', /"adding"/],
    ['cli: the words of a reset', /"the"/],
    ['laws: what the audit log publishes', /"what"/],
    ['platform: imports of what moved', /"imports"/],
  ]
  for (const [subject, problem] of wrong) assert.match(subjectProblem(subject) ?? '', problem)
})
