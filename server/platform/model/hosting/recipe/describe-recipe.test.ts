import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandText, describeRecipe, shortText } from './describe-recipe.ts'
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

test('command text: is one line', () => {
  assert.equal(commandText(['node', 'a b', 'x\ny']), 'node "a b" "x\\ny"')
})

test('command text: the short form is the words, or the script given to a shell', () => {
  assert.equal(shortText(['node', 'worker.js']), 'node worker.js')
  assert.equal(shortText(['sh', '-c', 'export ROOT="$PWD"\n$ROOT/job.sh\n']), '$ROOT/job.sh')
  assert.equal(shortText(['sh', '-c', `a\x1b[0m\t${'b'.repeat(100)}`]), `a [0m ${'b'.repeat(74)}…`)
})
