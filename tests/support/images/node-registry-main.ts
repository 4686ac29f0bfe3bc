import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { imageRegistry } from './image-registry.ts'
import { type OddEntry, oddTar } from './tar.ts'

/**
 * A registry on port 5000 with `node:10.1.0-alpine`, a base image for Dockerfiles of others: the Node of `NODE_FOLDER`, the Yarn of `YARN_FOLDER`, the libraries of this
 * machine that Node is linked against, and busybox.
 */
const { NODE_FOLDER = '', YARN_FOLDER = '' } = process.env

const commands = ['cat', 'cp', 'dirname', 'env', 'ls', 'mkdir', 'rm', 'sed', 'sh', 'uname']
const libraries = ['c', 'dl', 'gcc_s', 'm', 'pthread', 'rt', 'stdc++']
const linker = globSync('/lib64/ld-linux-*.so.2').at(0) ?? globSync('/lib/ld-linux-*.so.1')[0] ?? ''

const folders = (...paths: string[]): OddEntry[] => paths.map((path) => ({ path: `${path}/` }))
const copies = (from: string, to: string, mode = 0o755): OddEntry => ({
  path: to,
  content: readFileSync(from),
  mode,
})
const library = (name: string) =>
  globSync(`/lib/*-linux-gnu/lib${name}.so.*`).filter((path) => /\.so\.\d$/.test(path))

const system: OddEntry[] = [
  ...folders('bin', 'etc', 'etc/ssl', 'lib', 'lib64', 'opt', 'opt/yarn', 'opt/yarn/bin'),
  ...folders('opt/yarn/lib', 'root', 'usr', 'usr/bin', 'usr/local', 'usr/local/bin'),
  { path: 'tmp/', mode: 0o1777 },
  copies('/usr/bin/busybox', 'bin/busybox'),
  ...commands.map((name) => ({ path: `bin/${name}`, symlink: 'busybox' })),
  { path: 'usr/bin/env', symlink: '/bin/busybox' },
  { path: 'etc/passwd', content: 'root:x:0:0:root:/root:/bin/sh\nnode:x:1000:1000::/:/bin/sh\n' },
  copies('/etc/ssl/certs/ca-certificates.crt', 'etc/ssl/certificates.pem', 0o644),
  copies(linker, linker.slice(1)),
  ...libraries.flatMap(library).map((path) => copies(path, `lib/${basename(path)}`)),
]
const language: OddEntry[] = [
  copies(join(NODE_FOLDER, 'bin/node'), 'usr/local/bin/node'),
  ...globSync('{bin,lib}/*.js', { cwd: YARN_FOLDER }).map((path) =>
    copies(join(YARN_FOLDER, path), `opt/yarn/${path}`),
  ),
  copies(join(YARN_FOLDER, 'package.json'), 'opt/yarn/package.json', 0o644),
  { path: 'usr/local/bin/yarn', symlink: '/opt/yarn/bin/yarn.js' },
]

imageRegistry({
  images: {
    'library/node:10.1.0-alpine': {
      layers: [oddTar(system), oddTar(language)],
      config: {
        Cmd: ['node'],
        Env: [
          'PATH=/usr/local/bin:/usr/bin:/bin',
          'LD_LIBRARY_PATH=/lib',
          'NODE_EXTRA_CA_CERTS=/etc/ssl/certificates.pem',
        ],
      },
    },
  },
}).listen(5000, '0.0.0.0', () => console.log('ready'))
