import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { pack } from '#tests/support/small-registry.ts'

/**
 * An npm registry that requires a token or a password (`TOKEN`, `USER_AND_PASSWORD`). It has two versions of
 * `@private/greeting` and of `private-greeting`.
 */
const { TOKEN = '', USER_AND_PASSWORD = '' } = process.env
const password = Buffer.from(USER_AND_PASSWORD).toString('base64')
const welcome = new Set([`Bearer ${TOKEN}`, `Basic ${password}`])
const names = ['@private/greeting', 'private-greeting']
const versions = ['1.0.0', '2.0.0']

const archives = new Map<string, Buffer>()
for (const name of names) {
  for (const version of versions) {
    const files = {
      'package.json': JSON.stringify({ name, version, main: 'greeting.js' }),
      'greeting.js': `module.exports = 'a private greeting ${version}'\n`,
    }
    archives.set(archivePath(name, version), await pack(files))
  }
}

const server = createServer((request, response) => {
  const path = decodeURIComponent(request.url ?? '/')
  const { authorization = '', host = '' } = request.headers
  if (!welcome.has(authorization)) {
    response.writeHead(401, { 'content-type': 'application/json' })
    return response.end(JSON.stringify({ error: 'who are you?' }))
  }
  const archive = archives.get(path)
  if (archive) return response.end(archive)
  const name = names.find((each) => path === `/${each}`)
  response.writeHead(name ? 200 : 404, { 'content-type': 'application/json' })
  return response.end(JSON.stringify(name ? packument(name, `http://${host}`) : {}))
})
server.listen(4873, '0.0.0.0', () => console.log('ready'))

function packument(name: string, address: string) {
  const entries = versions.map((version) => {
    const path = archivePath(name, version)
    const hash = (algorithm: string) => createHash(algorithm).update(archives.get(path) ?? '')
    const dist = {
      tarball: `${address}${path}`,
      shasum: hash('sha1').digest('hex'),
      integrity: `sha512-${hash('sha512').digest('base64')}`,
    }
    return [version, { name, version, main: 'greeting.js', dist }]
  })
  return {
    name,
    'dist-tags': { latest: '2.0.0' },
    versions: Object.fromEntries(entries),
    // Later Yarns refuse versions that may be too recent.
    time: Object.fromEntries(versions.map((version) => [version, '2020-01-01T00:00:00.000Z'])),
  }
}

function archivePath(name: string, version: string): string {
  return `/${name}/-/${name.split('/').at(-1)}-${version}.tgz`
}
