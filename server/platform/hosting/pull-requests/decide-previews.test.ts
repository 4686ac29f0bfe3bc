import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aPreview } from '#tests/support/previews/a-preview.ts'
import { decidePreviews, type OpenPullRequest, type PullRequestPreview } from './decide-previews.ts'

const pullRequest = (number: number, commit = `commit ${number}`): OpenPullRequest => ({
  number,
  title: `Title ${number}`,
  url: `https://git.example.test/a/b/pulls/${number}`,
  author: 'ada',
  branch: 'change',
  ref: `refs/pull/${number}/head`,
  commit,
  isFork: false,
})

const previewOf = (number: number, commit = `commit ${number}`): PullRequestPreview => ({
  ...aPreview({ sourceKey: `pull-request ${number}`, commit, state: 'ready' }),
  source: {
    kind: 'pull-request',
    number,
    title: '',
    url: '',
    author: 'ada',
    branch: 'change',
    ref: `refs/pull/${number}/head`,
    isFork: false,
  },
})

const decide = (situation: {
  previews?: PullRequestPreview[]
  open?: OpenPullRequest[]
  closed?: number[]
  seen?: Record<number, string> | null
}) => {
  const { previews = [], open = [], closed = [], seen = {} } = situation
  const findings = { open, closed: new Set(closed) }
  const decided = decidePreviews({ previews, findings, seen, maxPreviews: 2 })
  const words = decided.steps.map((step) =>
    step.do === 'create'
      ? `create ${step.pullRequest.number}`
      : `${step.do} ${step.preview.source.number}`,
  )
  return { ...decided, words }
}

test('previews of pull requests: opened, pushed to and closed', () => {
  const decided = decide({
    previews: [previewOf(1), previewOf(2), previewOf(3)],
    open: [pullRequest(4), pullRequest(2, 'another'), pullRequest(1)],
    closed: [3],
    seen: { 1: 'commit 1', 2: 'commit 2', 3: 'commit 3' },
  })
  assert.deepEqual(decided.words, ['remove 3', 'update 2', 'create 4'])
  assert.deepEqual(decided.seen, { 1: 'commit 1', 2: 'another', 4: 'commit 4' })
})

test('previews of pull requests: one that was not found out about stays as it is', () => {
  const decided = decide({ previews: [previewOf(1)], seen: { 1: 'commit 1' } })
  assert.deepEqual(decided.words, [])
  assert.deepEqual(decided.seen, { 1: 'commit 1' })
})

test('previews of pull requests: one that was removed comes back with a commit, or when it is opened again', () => {
  const seen = { 1: 'commit 1' }
  assert.deepEqual(decide({ open: [pullRequest(1)], seen }).words, [])
  assert.deepEqual(decide({ open: [pullRequest(1, 'next')], seen }).words, ['create 1'])
  const closed = decide({ closed: [1], seen })
  assert.deepEqual(closed.seen, {})
  assert.deepEqual(decide({ open: [pullRequest(1)], seen: closed.seen }).words, ['create 1'])
})

test('previews of pull requests: the first look makes those of the newest, the last of them last', () => {
  const open = [pullRequest(9), pullRequest(8), pullRequest(7), pullRequest(6)]
  const decided = decide({ open, seen: null })
  assert.deepEqual(decided.words, ['create 8', 'create 9'])
  assert.deepEqual(Object.keys(decided.seen), ['6', '7', '8', '9'])
})

test('previews of pull requests: of many at once the newest get one, those of strangers beside the others, and few are kept in mind', () => {
  const open = Array.from({ length: 20_000 }, (_, index) => ({
    ...pullRequest(20_000 - index),
    isFork: index < 19_997,
  }))
  const decided = decide({ open, seen: { 5: 'commit 5' } })
  assert.deepEqual(decided.words, ['create 2', 'create 3', 'create 19999', 'create 20000'])
  const kept = Object.keys(decided.seen)
  assert.deepEqual([kept.length, kept[0], kept.at(-1)], [1000, '19001', '20000'])
})
