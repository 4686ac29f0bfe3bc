import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { writeTar } from '#kit/files/tar.ts'

export interface SmallRustDist extends AsyncDisposable {
  address: string
  /** Paths that were asked for. */
  asked: string[]
  /** Offers a release under the names of its channels, such as `stable` and `1.99.1`. */
  publish(release: SmallRelease): void
}

export interface SmallRelease {
  version: string
  date: string
  /** Paths of manifests below `dist/`, without `channel-rust-` and the ending: `stable`, or `2026-10-30/nightly`. */
  channels: readonly string[]
  /** Content of `bin/rustc`; made from the version unless given. */
  compiler?: string
  /** Of which the manifest says something else than they are. */
  forged?: 'manifest' | 'package'
}

/** The address that manifests of the Rust project have in them, on their mirrors too. */
const official = 'https://static.rust-lang.org'
const target = 'x86_64-unknown-linux-gnu'

/** A server of Rust with releases for one processor. */
export async function openRustDist(): Promise<SmallRustDist> {
  const answers = new Map<string, string | Buffer>()
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    const answer = answers.get(url)
    response.statusCode = answer === undefined ? 404 : 200
    response.end(answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    publish({ version, date, channels, compiler = `#!/bin/sh\necho ${version}\n`, forged }) {
      const tables = Object.entries(componentsOf(compiler)).map(([name, component]) => {
        const path = `/dist/${date}/${name}-${version}-${target}.tar.gz`
        const archive = archiveOf(`${name}-${version}-${target}`, component)
        answers.set(path, archive)
        const hash = sha256(forged === 'package' ? 'another' : archive)
        return `[pkg.${name}]
version = "${version} (58cf8f9c3 ${date})"
[pkg.${name}.target.${target}]
available = true
url = "${official}${path}"
hash = "${hash}"
[pkg.${name}.target.aarch64-unknown-linux-gnu]
available = false
`
      })
      const manifest = `manifest-version = "2"\ndate = "${date}"\n${tables.join('')}`
      for (const channel of channels) {
        const [name = '', day] = channel.split('/').reverse()
        const path = `/dist/${day ? `${day}/` : ''}channel-rust-${name}.toml`
        answers.set(path, manifest)
        const hash = sha256(forged === 'manifest' ? 'another' : manifest)
        answers.set(`${path}.sha256`, `${hash}  channel-rust-${name}.toml\n`)
      }
    },
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

interface Component {
  folder: string
  files: Record<string, string>
}

const componentsOf = (compiler: string): Record<string, Component> => ({
  rustc: {
    folder: 'rustc',
    files: { 'bin/rustc': compiler, 'lib/librustc.so': 'x', 'share/doc/rustc/README.md': 'read' },
  },
  cargo: { folder: 'cargo', files: { 'bin/cargo': '#!/bin/sh\necho cargo\n', 'manifest.in': 'x' } },
  'rust-std': {
    folder: `rust-std-${target}`,
    files: { 'lib/std.rlib': 'std' },
  },
})

const archiveOf = (root: string, { folder, files }: Component): Buffer =>
  gzipSync(
    writeTar([
      { path: `${root}/install.sh`, content: Buffer.from('exit 1\n'), isExecutable: true },
      ...Object.entries(files).map(([path, text]) => ({
        path: `${root}/${folder}/${path}`,
        content: Buffer.from(text),
        isExecutable: path.startsWith('bin/'),
      })),
    ]),
  )

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')
