import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { pack } from '#tests/support/small-registry.ts'

/**
 * An npm registry with two versions of each of four packages, of which `odd-script` has an install script that runs a
 * command of the application, under paths that behave differently: `/good/`; `/slow/`, which never finishes a response;
 * `/wrong/`, whose archives do not match their hashes; `/broken/`, which responds with a server error; `/down/`, which
 * closes the connection; `/turned…/`, in which a package is replaced, hashes included, from `/turn/turned…/<name>`
 * until that is requested again. `/asked` returns all requests with their user agents.
 */
const names = ['odd-one', 'odd-two', 'odd-three', 'odd-script']
const script = `node -e "eval(require(process.env.INIT_CWD + '/package.json').plant ?? '')"`
const versions = ['1.0.0', '2.0.0']
const asked: { path: string; agent: string }[] = []

const turned = new Set<string>()

const archives = new Map<string, { good: Buffer; wrong: Buffer }>()
for (const name of names) {
  for (const version of versions) {
    const files = (text: string) => ({
      'package.json': JSON.stringify({ name, version, main: 'main.js', ...scriptsOf(name) }),
      'main.js': `module.exports = '${text}'\n`,
    })
    const good = await pack(files(`${name} ${version}`))
    archives.set(archivePath(name, version), { good, wrong: await pack(files('something else')) })
  }
}

const server = createServer((request, response) => {
  const path = decodeURIComponent(request.url ?? '/')
  if (path === '/asked') return response.end(JSON.stringify(asked))
  asked.push({ path, agent: request.headers['user-agent'] ?? '' })
  const [, kind = '', rest = ''] = /^\/(\w+)\/(.*)$/.exec(path) ?? []
  if (kind === 'turn') return response.end(String(turned.delete(rest) || turned.add(rest).size))
  if (kind === 'down') return request.socket.destroy()
  if (kind === 'slow') return response.writeHead(200).write(' ')
  if (kind === 'broken') return response.writeHead(503).end('{"error":"not today"}')
  const archive = archives.get(rest)
  const isTurned = turned.has(`${kind}/${rest.split('/', 1)[0]}`)
  const isOther = kind === 'wrong' || isTurned
  if (archive) return response.end(isOther ? archive.wrong : archive.good)
  const address = `http://${request.headers.host}/${kind}`
  const name = names.find((each) => rest === each)
  response.writeHead(name ? 200 : 404, { 'content-type': 'application/json' })
  return response.end(JSON.stringify(name ? packument(name, address, isTurned) : {}))
})
server.listen(Number(process.env.ODD_PORT ?? 4873), '0.0.0.0', () => console.log('ready'))

function packument(name: string, address: string, isTurned: boolean) {
  const entries = versions.map((version) => {
    const path = archivePath(name, version)
    const archive = archives.get(path)?.[isTurned ? 'wrong' : 'good'] ?? Buffer.alloc(0)
    const hash = (algorithm: string) => createHash(algorithm).update(archive)
    const dist = {
      tarball: `${address}/${path}`,
      shasum: hash('sha1').digest('hex'),
      integrity: `sha512-${hash('sha512').digest('base64')}`,
    }
    return [version, { name, version, main: 'main.js', ...scriptsOf(name), dist }]
  })
  return {
    name,
    'dist-tags': { latest: '2.0.0' },
    versions: Object.fromEntries(entries),
    // Later Yarns refuse versions that may be too recent.
    time: Object.fromEntries(versions.map((version) => [version, '2020-01-01T00:00:00.000Z'])),
  }
}

function scriptsOf(name: string) {
  return name === 'odd-script' ? { scripts: { install: script } } : {}
}

function archivePath(name: string, version: string): string {
  return `${name}/-/${name}-${version}.tgz`
}
