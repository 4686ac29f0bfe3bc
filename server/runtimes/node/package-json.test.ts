import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { parsePackageJson } from './package-json.ts'

const refused: [string, string, string][] = [
  [
    'text that is no JSON',
    '{\n  "a": 1,\n}',
    'package.json is not valid JSON at line 3, column 1.',
  ],
  ['an empty file', '', 'package.json is not valid JSON at line 1, column 1.'],
  ['an array', '[]', 'package.json must hold an object: { "name": …, "scripts": … }.'],
  ['null', 'null', 'package.json must hold an object: { "name": …, "scripts": … }.'],
  ['text', '"hello"', 'package.json must hold an object: { "name": …, "scripts": … }.'],
  [
    'scripts that are a list',
    '{"scripts": ["node a.js"]}',
    '"scripts" in package.json must be an object of commands by name.',
  ],
  [
    'a start script that is no text',
    '{"scripts": {"start": ["node", "a.js"]}}',
    '"scripts.start" in package.json must be text, such as "node server.js".',
  ],
  [
    'a version of Node that is a number',
    '{"engines": {"node": 22}}',
    '"engines.node" in package.json must be text, such as "22" or "^22.0.0".',
  ],
  ['more than 1 MB', `{"a": "${'x'.repeat(1024 * 1024)}"}`, 'package.json is larger than 1 MB.'],
]

for (const [what, text, sentence] of refused) {
  test(`package.json: ${what} is rejected with one message`, () => {
    assert.throws(
      () => parsePackageJson(text),
      (error) => error instanceof Failure && error.step === 'recipe' && error.message === sentence,
    )
  })
}

test('package.json: values that npm ignores are ignored', () => {
  const text = JSON.stringify({
    scripts: { start: 'node a.js', test: 5 },
    dependencies: { a: '1', b: {} },
    devDependencies: 'none',
    optionalDependencies: null,
    engines: ['node >= 0.8'],
    packageManager: 7,
  })
  assert.deepEqual(parsePackageJson(text), {
    scripts: { start: 'node a.js' },
    main: undefined,
    dependencies: { a: '1' },
    devDependencies: {},
    optionalDependencies: {},
    peerDependencies: {},
    hasWorkspaces: false,
    engines: {},
    devEngines: {},
  })
})

test('package.json: a byte order mark is accepted', () => {
  assert.equal(parsePackageJson('\ufeff{"main": "a.js"}').main, 'a.js')
})

test('package.json: names such as __proto__ are plain keys', () => {
  const text = '{"__proto__": {"main": "x"}, "scripts": {"__proto__": "y", "constructor": "z"}}'
  const { main, scripts } = parsePackageJson(text)
  assert.equal(main, undefined)
  assert.equal(scripts.start, undefined)
  assert.equal(scripts.constructor, 'z')
})
