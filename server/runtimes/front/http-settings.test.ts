import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { filesSource } from '#tests/source-files.ts'
import { frontOf } from './front.ts'
import { readHttpSettings } from './http-settings.ts'

const settingsOf = (content: unknown, name = 'clevercloud/http.json') =>
  readHttpSettings({
    source: filesSource({
      [name]: typeof content === 'string' ? content : JSON.stringify(content),
    }),
  })

const refusalOf = async (content: unknown) => {
  const failure = await settingsOf(content).catch((error: unknown) => error)
  assert.ok(failure instanceof Failure, `${JSON.stringify(content)} is accepted`)
  return failure.message
}

test('http.json: says what the server in front does besides', async () => {
  assert.deepEqual(
    await settingsOf({
      force_https: true,
      aliases: { '/docs/': './public/docs/', '/logo.svg': 'img/logo.svg' },
      error_pages: { '404': '/errors/404.html' },
      charset: 'latin-1',
      languages: { fr: '.fr', 'pt-BR': 'br' },
    }),
    {
      path: 'clevercloud/http.json',
      forceHttps: true,
      charset: 'latin-1',
      aliases: [
        { from: '/docs', to: 'public/docs' },
        { from: '/logo.svg', to: 'img/logo.svg' },
      ],
      errorPages: [{ status: 404, page: 'errors/404.html' }],
      languages: [
        { language: 'fr', extension: 'fr' },
        { language: 'pt-BR', extension: 'br' },
      ],
    },
  )
  assert.equal((await settingsOf({}, 'berth/http.json'))?.path, 'berth/http.json')
  assert.equal(await settingsOf({}, 'http.json'), undefined)
})

test('http.json: each mistake has a sentence', async () => {
  for (const [content, expected] of [
    ['{"force_https": true', /not valid JSON at line 1, column 21\.$/],
    ['[]', /must hold an object/],
    [{ redirects: {} }, /has "redirects", and what it may have is force_https, aliases/],
    [{ force_https: 'yes' }, /force_https in .* must be true or false/],
    [{ charset: 8 }, /charset in .* must be the name of a character set/],
    [{ aliases: ['/a'] }, /aliases in .* must be an object/],
    [{ aliases: { docs: 'docs' } }, /has "docs", which must be a path such as "\/docs"/],
    [{ aliases: { '/docs': 'a', '/docs/': 'b' } }, /has "\/docs" twice/],
    [{ aliases: { '/docs': 1 } }, /aliases of "\/docs" in .* must be text/],
    [{ error_pages: { '200': 'x.html' } }, /has "200", which must be a status from 400 to 599/],
    [{ error_pages: { '404': '../x.html' } }, /must be a path in the repository/],
    [{ languages: { french: '' } }, /must be the extension of its files/],
  ] as const) {
    assert.match(await refusalOf(content), expected)
  }
})

test('http.json: nothing in it reaches the configuration of a server as more than a word', async () => {
  const hostile = [
    'a; return 200',
    'a"',
    'a\nb',
    '$uri',
    'a{}',
    '../a',
    'a/../b',
    '..',
    'a b',
    'é',
    '#',
    '\\',
    '',
  ]
  for (const text of hostile) {
    for (const content of [
      { charset: text },
      { aliases: { [`/${text}`]: 'a' } },
      { aliases: { '/a': text } },
      { error_pages: { [text]: 'a' } },
      { error_pages: { '404': text } },
      { languages: { [text]: 'fr' } },
      { languages: { fr: text } },
    ]) {
      await refusalOf(content)
    }
  }
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`/a${at}`, 'a']))
  assert.match(await refusalOf({ aliases: many }), /more than 100 entries/)
})

test('http.json: becomes options of the server in front', async () => {
  const http = await settingsOf({
    force_https: true,
    aliases: { '/docs': 'public' },
    error_pages: { '503': 'late.html' },
    charset: 'utf-8',
    languages: { fr: 'fr' },
  })
  const { worker, notes } = frontOf({}, http)
  assert.deepEqual(worker.command.slice(2), [
    '--force-https=yes',
    '--charset=utf-8',
    '--alias=/docs',
    '--to=public',
    '--error-page=503:late.html',
    '--language=fr:fr',
  ])
  const files = { STATIC_FILES_PATH: 'public', STATIC_URL_PREFIX: '/docs' }
  assert.throws(() => frontOf(files, http), /an alias for \/docs\/, where STATIC_FILES_PATH/)
  assert.match(notes.join(' '), /follows clevercloud\/http\.json/)
})
