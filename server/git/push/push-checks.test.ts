import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkRefs } from './push-checks.ts'
import { nothing, type PushRequest } from './push-protocol.ts'

const commit = 'c'.repeat(40)
const asking = (refs: string[], capabilities: string[] = [], to = commit): PushRequest => ({
  updates: refs.map((ref) => ({ ref, from: nothing, to })),
  capabilities: new Set(capabilities),
  shallow: [],
})

test('ref policy: only an update of the deployed branch is accepted', () => {
  const verdict = checkRefs(asking(['refs/heads/master', 'refs/tags/v1', 'refs/notes/a']), 'master')
  assert.equal(verdict.wanted?.ref, 'refs/heads/master')
  assert.deepEqual(
    verdict.rejections.map(({ ref }) => ref),
    ['refs/tags/v1', 'refs/notes/a'],
  )
  assert.equal(checkRefs(asking(['refs/heads/master2']), 'master').wanted, undefined)
  assert.equal(checkRefs(asking(['refs/tags/master']), 'master').wanted, undefined)
})

test('ref policy: a deletion is never accepted', () => {
  for (const branch of ['master', 'main']) {
    const verdict = checkRefs(asking(['refs/heads/master'], [], nothing), branch)
    assert.equal(verdict.wanted, undefined)
    assert.match(verdict.advice[0] ?? '', /delete/)
  }
})

test('ref policy: in an atomic push one wrong ref rejects all', () => {
  const refs = ['refs/heads/master', 'refs/heads/other']
  assert.equal(checkRefs(asking(refs, ['atomic']), 'master').wanted, undefined)
  assert.equal(checkRefs(asking(['refs/heads/master'], ['atomic']), 'master').wanted?.to, commit)
})

test('ref policy: hundreds of wrong refs get a few sentences', () => {
  const refs = Array.from({ length: 300 }, (_, at) => `refs/tags/v${at}`)
  const verdict = checkRefs(asking(refs), 'master')
  assert.equal(verdict.rejections.length, 300)
  assert.equal(verdict.advice.length, 5)
})

test('ref policy: a name with shell metacharacters is not put into a suggested command', () => {
  const [sentence = ''] = checkRefs(asking(['refs/tags/$(id)']), 'master').advice
  assert.match(sentence, /git push <remote> HEAD:master$/)
})
