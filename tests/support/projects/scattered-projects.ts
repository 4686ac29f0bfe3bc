import { readFileSync } from 'node:fs'

const example = (path: string) =>
  readFileSync(new URL(`../../../examples/${path}`, import.meta.url), 'utf8')

interface ScatteredProject {
  files: Record<string, string>
  isShared: boolean
}

const manifest = (name: string, start: object) =>
  JSON.stringify({ name, version: '1.0.0', dependencies: { 'is-number': '7.0.0' }, ...start })
const byScript = { scripts: { start: 'node server.js' } }
const byMain = { main: 'server.js' }

const program = `console.log('answer ' + require('is-number')(5))
setInterval(() => {}, 1000)
`

const pnpm = (settings: Record<string, string>, start: object = byScript): ScatteredProject => ({
  files: {
    'package.json': manifest('pnpm', start),
    'server.js': program,
    'pnpm-lock.yaml': example('pnpm/pnpm-lock.yaml'),
    ...settings,
  },
  isShared: false,
})

/** As Yarn 3.1 wrote it: a later Yarn 3 verifies its checksums and migrates the file. */
const olderYarnLock = example('yarn-2/yarn.lock')
  .replace('version: 4', 'version: 5')
  .replace('cacheKey: 7', 'cacheKey: 8')
  .replace(
    /checksum: .*/,
    'checksum: 456ac6f8e0f3111ed34668a624e45315201dff921e5ac181f8ec24923b99e9f32ca1a194912dc79d539c97d33dba17dc635202ff0b2cf98326f608323276d27a',
  )

/** Applications whose package managers write outside `node_modules`. */
export const scatteredProjects: Record<string, ScatteredProject> = {
  'Yarn, with a lock file of an older format and no packageManager': {
    files: {
      'package.json': manifest('yarn-2', byScript),
      'server.js': program,
      'yarn.lock': olderYarnLock,
      '.yarnrc.yml': 'nodeLinker: node-modules\n',
    },
    isShared: true,
  },
  'Yarn, with its linker of hard links': {
    files: {
      'package.json': manifest('yarn-node-modules', {
        ...byScript,
        packageManager: 'yarn@4.10.3',
      }),
      'server.js': program,
      'yarn.lock': example('yarn-node-modules/yarn.lock'),
      '.yarnrc.yml': 'nodeLinker: pnpm\n',
    },
    isShared: false,
  },
  'pnpm, with node-linker=pnp and a start script': pnpm({
    '.npmrc': 'node-linker=pnp\nsymlink=false\n',
  }),
  'pnpm, with node-linker=pnp and a main file': pnpm(
    { 'pnpm-workspace.yaml': 'nodeLinker: pnp\nsymlink: false\n' },
    byMain,
  ),
  'pnpm, with a virtual store in the application': pnpm({
    '.npmrc': 'virtual-store-dir=.packages\n',
  }),
  'pnpm, with a virtual store above the application': pnpm({
    '.npmrc': 'virtual-store-dir=../packages\n',
  }),
  'pnpm, with a virtual store in the home folder': pnpm({
    'pnpm-workspace.yaml': 'virtualStoreDir: ~/packages\n',
  }),
  'pnpm, with the virtual store of all projects': pnpm({
    'pnpm-workspace.yaml': 'enableGlobalVirtualStore: true\n',
  }),
}
