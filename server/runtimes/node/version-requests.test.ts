import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { filesSource } from '#tests/source-files.ts'
import { packagedCatalogue } from '#tests/support/packaged-catalogue.ts'
import { createNodeRuntime } from './node-runtime.ts'

const runtime = createNodeRuntime(packagedCatalogue)
const base = { scripts: { start: 'node a.js' }, dependencies: { a: '1.0.0' } }

type Files = Record<string, string | object>

/** Recipe for these files, with additional fields of package.json. */
async function plan(files: Files, more: object = {}, environment: Record<string, string> = {}) {
  const manifest = { ...base, ...more }
  const source = filesSource({
    'package.json': manifest,
    '.gitignore': 'node_modules',
    ...files,
  })
  return runtime.recipe(source, { NODE_ENV: 'production', ...environment })
}

const pnpmLock = { 'pnpm-lock.yaml': "lockfileVersion: '9.0'\n" }
const namedLock = `---
lockfileVersion: '9.0'

importers:

  .:
    packageManagerDependencies:
      pnpm:
        specifier: 12.18.0
        version: 12.18.0

---
lockfileVersion: '9.0'
`
const yarnLock = (format: number) => ({ 'yarn.lock': `__metadata:\n  version: ${format}\n` })

interface Case {
  files?: Files
  more?: object
  environment?: Record<string, string>
  /** The tool, its version, and the log line that names the source of the decision. */
  gives: [tool: string, version: string, note: string]
  warns?: RegExp
}

const cases: Record<string, Case> = {
  'Node: .nvmrc': {
    files: { '.nvmrc': 'v22.15.1\n' },
    gives: ['node', '22.15.1', 'Node 22.15.1 (.nvmrc "v22.15.1")'],
  },
  'Node: .nvmrc with a comment and a name of a line': {
    files: { '.nvmrc': '# as on our machines\n\n lts/gallium # Node 16\n' },
    gives: ['node', '16.20.2', 'Node 16.20.2 (.nvmrc "lts/gallium")'],
  },
  'Node: .node-version': {
    files: { '.node-version': '22.15.1' },
    gives: ['node', '22.15.1', 'Node 22.15.1 (.node-version "22.15.1")'],
  },
  'Node: .nvmrc before .node-version': {
    files: { '.nvmrc': '22.15.1', '.node-version': '20' },
    gives: ['node', '22.15.1', 'Node 22.15.1 (.nvmrc "22.15.1")'],
  },
  'Node: engines.node before .nvmrc': {
    files: { '.nvmrc': '20' },
    more: { engines: { node: '22.15.1' } },
    gives: ['node', '22.15.1', '.nvmrc is not used, because engines.node is given.'],
  },
  'Node: CC_NODE_VERSION before .nvmrc': {
    files: { '.nvmrc': '20' },
    environment: { CC_NODE_VERSION: '22.15.1' },
    gives: ['node', '22.15.1', '.nvmrc is not used, because CC_NODE_VERSION is given.'],
  },
  'Node: an .nvmrc for a Node that is not offered': {
    files: { '.nvmrc': '8.10.0' },
    gives: ['node', '22.20.0', 'Node 22.20.0 (default)'],
    warns: /^\.nvmrc is not used\. There is no Node for \.nvmrc "8\.10\.0"; the nearest here is /,
  },
  'Node: an .nvmrc that nobody understands': {
    files: { '.nvmrc': 'system' },
    gives: ['node', '22.20.0', 'Node 22.20.0 (default)'],
    warns: /^\.nvmrc is not used\. \.nvmrc is "system", which is not a version of Node/,
  },
  'Node: CC_NODE_VERSION narrows engines.node': {
    more: { engines: { node: '>=18' } },
    environment: { CC_NODE_VERSION: '22.15.1' },
    gives: [
      'node',
      '22.15.1',
      'Node 22.15.1 (CC_NODE_VERSION "22.15.1", within engines.node ">=18")',
    ],
  },
  'Node: CC_NODE_VERSION outside of engines.node': {
    more: { engines: { node: '22.15.1' } },
    environment: { CC_NODE_VERSION: '20' },
    gives: ['node', '22.15.1', 'CC_NODE_VERSION is not used, because engines.node is given.'],
  },
  'npm: packageManager': {
    more: { packageManager: 'npm@10.8.2' },
    gives: ['npm', '10.8.2', 'npm 10.8.2 (packageManager)'],
  },
  'npm: packageManager that does not run on this Node': {
    more: { packageManager: 'npm@12.2.0', engines: { node: '22.15.1' } },
    gives: ['npm', '10.9.3', 'npm 10.9.3'],
    warns:
      /^packageManager asks for npm 12\.2\.0, which does not run on Node 22\.15\.1: npm 10\.9\.3 is used\.$/,
  },
  'npm: engines.npm that allows the usual one': {
    more: { engines: { npm: '>=7' } },
    gives: ['npm', '10.9.3', 'npm 10.9.3 (engines.npm ">=7")'],
  },
  'npm: engines.npm that does not': {
    more: { engines: { npm: '8.19.4' } },
    gives: ['npm', '8.19.4', 'npm 8.19.4 (engines.npm "8.19.4")'],
  },
  'npm: engines.npm that cannot be understood': {
    more: { engines: { npm: 'please use yarn' } },
    gives: ['npm', '10.9.3', 'npm 10.9.3'],
    warns:
      /^engines\.npm is not used\. engines\.npm is "please use yarn", which is not a version of npm/,
  },
  'npm: engines.npm for whoever installs with another manager': {
    files: pnpmLock,
    more: { engines: { npm: 'please use pnpm' } },
    gives: ['npm', '10.9.3', 'npm 10.9.3'],
  },
  'pnpm: engines.pnpm that allows the usual one': {
    files: pnpmLock,
    more: { engines: { pnpm: '>=8' } },
    gives: ['pnpm', '10.34.9', 'pnpm 10.34.9 (engines.pnpm ">=8")'],
  },
  'pnpm: engines.pnpm that does not': {
    files: pnpmLock,
    more: { engines: { pnpm: '~9.15.0' } },
    gives: ['pnpm', '9.15.9', 'pnpm 9.15.9 (engines.pnpm "~9.15.0")'],
  },
  'pnpm: engines.pnpm without an upper end, and a lock file of an earlier line': {
    files: { 'pnpm-lock.yaml': "lockfileVersion: '6.0'\n" },
    more: { engines: { pnpm: '>=9' } },
    gives: ['pnpm', '10.34.9', 'pnpm 10.34.9 (engines.pnpm ">=9")'],
  },
  'pnpm: packageManager before engines.pnpm': {
    files: pnpmLock,
    more: { packageManager: 'pnpm@10.14.0', engines: { pnpm: '9' } },
    gives: ['pnpm', '10.14.0', 'pnpm 10.14.0 (packageManager)'],
  },
  'pnpm: devEngines.packageManager before engines.pnpm': {
    files: pnpmLock,
    more: {
      devEngines: { packageManager: { name: 'pnpm', version: '^9' } },
      engines: { pnpm: '8' },
    },
    gives: ['pnpm', '9.15.9', 'pnpm 9.15.9 (devEngines.packageManager "^9")'],
  },
  'pnpm: devEngines.packageManager in a list': {
    files: pnpmLock,
    more: {
      devEngines: { packageManager: [{ name: 'npm' }, { name: 'pnpm', version: '9.15.9' }] },
    },
    gives: ['pnpm', '9.15.9', 'pnpm 9.15.9 (devEngines.packageManager "9.15.9")'],
  },
  'pnpm: a lock file that names its pnpm': {
    files: { 'pnpm-lock.yaml': namedLock },
    gives: ['pnpm', '12.18.0', 'pnpm 12.18.0 (default)'],
  },
  'Yarn 1: engines.yarn': {
    files: { 'yarn.lock': '# yarn lockfile v1\n' },
    more: { engines: { yarn: '1.22.19' } },
    gives: ['yarn', '1.22.19', 'Yarn 1.22.19 (engines.yarn "1.22.19")'],
  },
  'Yarn 1: engines.yarn without an upper end': {
    files: { 'yarn.lock': '# yarn lockfile v1\n' },
    more: { engines: { yarn: '>=1.0.0' } },
    gives: ['yarn', '1.22.22', 'Yarn 1.22.22 (engines.yarn ">=1.0.0")'],
  },
  'Yarn 4: engines.yarn': {
    files: yarnLock(8),
    more: { engines: { yarn: '4.10.x' } },
    gives: ['yarn', '4.10.3', 'Yarn 4.10.3 (engines.yarn "4.10.x")'],
  },
  'Yarn 2: yarnPath': {
    files: { ...yarnLock(4), '.yarnrc.yml': 'yarnPath: .yarn/releases/yarn-2.4.1.cjs\n' },
    gives: [
      'yarn',
      '2.4.1',
      'Yarn 2.4.1 (yarnPath ".yarn/releases/yarn-2.4.1.cjs" in .yarnrc.yml)',
    ],
    warns: /^Yarn 2 is deprecated: /,
  },
  'Yarn 2: yarnPath without a version in its name': {
    files: { ...yarnLock(4), '.yarnrc.yml': 'yarnPath: .yarn/releases/yarn-berry.cjs\n' },
    gives: [
      'yarn',
      '3.8.7',
      'Yarn 2, by the format of yarn.lock (yarnPath ".yarn/releases/yarn-berry.cjs" in .yarnrc.yml)',
    ],
    warns: /^Yarn 2 is deprecated: /,
  },
  'Yarn 3: yarnPath before packageManager': {
    files: { ...yarnLock(6), '.yarnrc.yml': 'yarnPath: .yarn/releases/yarn-3.2.3.cjs\n' },
    more: { packageManager: 'yarn@3.8.7' },
    gives: [
      'yarn',
      '3.2.3',
      'Yarn 3.2.3 (yarnPath ".yarn/releases/yarn-3.2.3.cjs" in .yarnrc.yml)',
    ],
  },
  'Bun: .bun-version': {
    files: { 'bun.lock': '{}', '.bun-version': '1.3.0\n' },
    gives: ['bun', '1.3.0', 'Bun 1.3.0 (.bun-version "1.3.0")'],
  },
  'Bun: engines.bun before .bun-version': {
    files: { 'bun.lock': '{}', '.bun-version': '1.3.0\n' },
    more: { engines: { bun: '1.2.23' } },
    gives: ['bun', '1.2.23', 'Bun 1.2.23 (engines.bun "1.2.23")'],
  },
}

describe('precedence of version files', () => {
  for (const [what, { files = {}, more, environment, gives, warns }] of Object.entries(cases)) {
    const [name, version, note] = gives
    test(`${what} results in ${version}`, async () => {
      const recipe = await plan(files, more, environment)
      assert.equal(recipe.tools.find((tool) => tool.name === name)?.version, version)
      assert.ok(recipe.notes.includes(note), recipe.notes.join('\n'))
      const warnings = recipe.warnings.filter((each) =>
        / is not used\. |deprecated|asks/.test(each),
      )
      if (warns) assert.match(warnings.join('\n'), warns)
      else if (!what.startsWith('Yarn 1')) assert.deepEqual(warnings, [])
    })
  }

  test('workspaces: a member uses the versions of the main folder', async () => {
    const source = filesSource({
      'package.json': { workspaces: ['web'], engines: { pnpm: '9.15.9' } },
      ...pnpmLock,
      '.nvmrc': '22.15.1',
      'web/package.json': base,
    })
    const { tools } = await runtime.recipe(source, { APP_FOLDER: 'web' })
    assert.deepEqual(
      tools.map(({ name, version }) => `${name} ${version}`),
      ['node 22.15.1', 'npm 10.9.3', 'pnpm 9.15.9'],
    )
  })
})

test('Yarn 2 and later: the output of install scripts is shown', async () => {
  for (const format of [4, 6, 8]) {
    const { dependencies } = await plan(yarnLock(format))
    assert.equal(dependencies?.install.environment?.YARN_ENABLE_INLINE_BUILDS, '1')
  }
})

test('pnpm: a release that does not run on the chosen Node is rejected, naming the required Node', async () => {
  const asking = (pnpm: string, node: string) =>
    plan(pnpmLock, { packageManager: `pnpm@${pnpm}`, engines: { node } })
  await assert.rejects(asking('11.28.11', '20'), {
    message: /^pnpm 11\.28\.11 does not run on Node 20\.\S+: it needs Node 22\.13 or later\. /,
  })
  await assert.rejects(asking('10.14.0', '16'), { message: /it needs Node 18\.12 or later/ })
  const { dependencies } = await asking('12.18.0', '20')
  assert.equal(dependencies?.install.environment?.pnpm_config_pm_on_fail, 'ignore')
})
