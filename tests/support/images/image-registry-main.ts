import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { imageRegistry, processorOfImages } from './image-registry.ts'
import { type OddEntry, oddTar } from './tar.ts'

/**
 * A registry of images on port 5000, and on port 5001 one for a user with a password (`USER_AND_PASSWORD`). Images below `hostile/`
 * are as nobody would make them by accident.
 */
const names = ['cat', 'httpd', 'id', 'ls', 'sh', 'sleep', 'stat']
const system: OddEntry[] = [
  { path: 'bin/' },
  { path: 'bin/busybox', content: readFileSync('/usr/bin/busybox'), mode: 0o755 },
  ...names.map((name) => ({ path: `bin/${name}`, symlink: 'busybox' })),
  { path: 'etc/' },
  { path: 'etc/passwd', content: 'root:x:0:0:root:/root:/bin/sh\nweb:x:1001:1001::/srv:/bin/sh\n' },
]
const base = oddTar(system)
const config = { Cmd: ['/bin/sh'], Env: ['PATH=/bin'] }
const over = (...entries: OddEntry[]) => ({ layers: [base, oddTar(entries)], config })
const megabyte = 1024 * 1024
const bomb = oddTar([{ path: 'zeros', content: Buffer.alloc(600 * megabyte) }])
const content = 'planted'
const served = 'served by the image\n'

imageRegistry({
  images: {
    'private/base:1': { layers: [base], config },
    'private/server:1': {
      layers: [base, oddTar([{ path: 'srv/' }, { path: 'srv/page.html', content: served }])],
      config: { ...config, Cmd: ['/bin/httpd', '-f', '-p', '8080', '-h', '/srv'], User: 'web' },
    },
  },
  login: process.env.USER_AND_PASSWORD ?? '',
}).listen(5001, '0.0.0.0')
imageRegistry({
  indexes: {
    'many/processors:1': ['other/processor:1', 'library/busybox:1'],
    'many/others:1': ['other/processor:1'],
  },
  images: {
    'library/busybox:1': { layers: [base], config },
    'hostile/upwards:1': over(
      { path: '../../../../../../../../tmp/berth-planted', content },
      { path: '/../../../../../tmp/berth-planted-too', content },
    ),
    'hostile/links:1': over(
      { path: 'out', symlink: '/tmp' },
      { path: 'out/berth-planted', content },
      { path: 'up', symlink: '../../../../../../../../../tmp' },
      { path: 'up/berth-planted-too', content },
      { path: 'tmp', symlink: '/etc' },
      { path: 'proc', symlink: '/' },
      { path: 'shadow', symlink: '/etc/shadow' },
    ),
    'hostile/hard-links:1': over({ path: 'shadow', link: '../../../../../../../../etc/shadow' }),
    'hostile/rights:1': over(
      { path: 'sbin/' },
      { path: 'sbin/busybox', content: readFileSync('/usr/bin/busybox'), mode: 0o6755 },
      { path: 'disk', device: [8, 0], mode: 0o666 },
      { path: 'memory', device: [1, 1], mode: 0o666 },
    ),
    'hostile/bomb:1': {
      layers: [base, bomb],
      packed: new Map([[bomb, gzipSync(bomb, { level: 1 })]]),
      config,
    },
    'other/processor:1': {
      layers: [base],
      config,
      architecture: processorOfImages === 'amd64' ? 'arm64' : 'amd64',
    },
  },
}).listen(5000, '0.0.0.0', () => console.log('ready'))
