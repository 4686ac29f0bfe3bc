import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeRecipe } from './describe-recipe.ts'
import type { Recipe } from './recipe.ts'

const recipe: Recipe = {
  runtime: 'node',
  tools: [
    { name: 'node', version: '22.20.0' },
    { name: 'npm', version: '10.9.3' },
  ],
  dependencies: {
    folder: 'node_modules',
    install: { title: 'npm ci', command: ['npm', 'ci', '--omit=dev'] },
  },
  build: [{ title: 'pages', command: ['npm', 'run', 'pages'] }],
  start: ['npm', 'start'],
  environment: {},
  notes: ['Node 22.20.0 is the default.'],
  warnings: ['NODE_ENV is not set.'],
}

test('recipe description: steps in order of execution, then reasons, then advice', () => {
  assert.deepEqual(describeRecipe(recipe), [
    'Recipe of the node runtime:',
    '  tools    node 22.20.0, npm 10.9.3',
    '  install  npm ci --omit=dev',
    '  build    npm run pages',
    '  start    npm start',
    '  Node 22.20.0 is the default.',
    'Warning: NODE_ENV is not set.',
  ])
})

test('recipe description: a command with spaces or newlines stays on one line', () => {
  const { dependencies: _, ...bare } = recipe
  const lines = describeRecipe({ ...bare, build: [], start: ['sh', '-c', 'a &&\nb'] })
  assert.equal(lines[2], '  install  nothing to install')
  assert.equal(lines[3], '  start    sh -c "a &&\\nb"')
})
