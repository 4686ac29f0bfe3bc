import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleRecipe } from '#tests/support/applications/sample-application.ts'
import { compareReleases } from './compare-releases.ts'

const release = {
  commit: 'a',
  environment: { A: '1', B: '2', CC_DEPLOYMENT_ID: 'x' },
  recipe: sampleRecipe,
}

test('releases: equal ones do not differ, whatever the platform sets', () => {
  const again = { ...release, environment: { ...release.environment, CC_DEPLOYMENT_ID: 'y' } }
  assert.deepEqual(compareReleases(again, release), {
    isCommitChanged: false,
    variables: { added: [], changed: [], removed: [] },
    recipe: [],
  })
})

test('releases: commit, variables by name and fields of the recipe are compared', () => {
  const next = {
    commit: 'b',
    environment: { B: 'secret', C: '3', toString: 'x' },
    recipe: { ...sampleRecipe, home: [] },
  }
  assert.deepEqual(compareReleases(next, release), {
    isCommitChanged: true,
    variables: { added: ['C', 'toString'], changed: ['B'], removed: ['A'] },
    recipe: ['home'],
  })
})

test('releases: of the first one every variable is new', () => {
  const { variables, isCommitChanged, recipe } = compareReleases(release, undefined)
  assert.deepEqual([variables.added, isCommitChanged, recipe], [['A', 'B'], true, []])
})
