import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { fillHomeFile } from './home-file.ts'

const fill = (template: string, variables: Record<string, string>, path = '.npmrc') =>
  fillHomeFile({ path, template }, variables)

const isFailure = (message: RegExp) => (error: unknown) =>
  error instanceof Failure && error.step === 'build' && message.test(error.message)

test('home file: placeholders are replaced by values, plain, in base64, or as the host of a URL', () => {
  const template = '//{{R:host}}/:_authToken={{T}}\n_auth={{A:base64}}\nregistry={{R}}\n{{ T }} {T}'
  const { content } = fill(template, { R: 'https://r.example:81/npm/', T: 't$&ok', A: 'me:you' })
  assert.equal(
    content,
    '//r.example:81/npm/:_authToken=t$&ok\n_auth=bWU6eW91\nregistry=https://r.example:81/npm/\n{{ T }} {T}',
  )
  assert.equal(fill('//{{R:host}}/', { R: 'http://r.example' }).content, '//r.example/')
})

test('home file: a line with an unsafe host is kept only for an unencrypted URL', () => {
  const template = 'a\nhosts: [{{R:unsafeHost}}]\nb\n'
  assert.equal(
    fill(template, { R: 'http://r.example:81/npm/' }).content,
    'a\nhosts: [r.example]\nb\n',
  )
  for (const R of ['https://r.example/', 'nonsense']) {
    assert.equal(fill(template, { R }).content, 'a\nb\n')
  }
  assert.deepEqual(fill(template, { R: 'http://r.example' }).secrets, [])
})

test('home file: secret values are listed in every encoding', () => {
  const variables = { R: 'http://r.example/', T: 'token', A: 'a:b' }
  const { secrets } = fill('{{R:host}}{{R}}{{T}}{{A:base64}}', variables)
  assert.deepEqual(new Set(secrets), new Set(['token', 'a:b', 'YTpi']))
})

test('home file: a missing variable is named, and the value of an invalid URL is not repeated', () => {
  assert.throws(() => fill('{{T}}', {}), isFailure(/~\/\.npmrc .* needs the variable T\.$/))
  assert.throws(() => fill('{{toString}}', {}), isFailure(/toString/))
  assert.throws(
    () => fill('{{R:host}}', { R: 'secret' }),
    (error: Error) => isFailure(/^R is not an address/)(error) && !error.message.includes('secret'),
  )
})

test('home file: no path leads out of the home folder', () => {
  for (const path of ['/etc/x', '../x', '.ssh/../../x', '', 'a//b', './x', 'a/', 'a\nb']) {
    assert.throws(() => fill('', {}, path), isFailure(/cannot be a file of the home folder/))
  }
  assert.equal(fill('', {}, '.ssh/id_ed25519').path, '.ssh/id_ed25519')
})
