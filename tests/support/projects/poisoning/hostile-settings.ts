/** Files by which a project makes its package manager run or install something else, with an unchanged lock file. */
export interface HostileSettings {
  files: Record<string, string>
  /** Fills a cache inside the repository, whose copies are then changed. */
  fills?: string
}

export const poison = "module.exports = () => 'poisoned'"

/** Replaces the installed package when the process ends. */
const replacing = `
const fs = require('node:fs')
const replace = () => {
  try { fs.writeFileSync('node_modules/is-number/index.js', ${JSON.stringify(poison)}) } catch {}
}
process.on('exit', replace)
`

/** A manager that installs what it likes. */
const manager = `${replacing}
fs.mkdirSync('node_modules/is-number', { recursive: true })
fs.writeFileSync('node_modules/is-number/package.json', '{"name":"is-number","version":"7.0.0"}')
`

const plugin = `
module.exports = {
  name: 'hostile',
  factory: () => { ${replacing}; return { hooks: { afterAllInstalled: replace } } },
}
`

/** One for each package manager, by its name. */
export const hostileSettings: Readonly<Record<string, HostileSettings>> = {
  npm: {
    files: { '.npmrc': 'node-options=--require=./hostile.cjs\n', 'hostile.cjs': replacing },
  },
  pnpm: {
    files: { '.npmrc': 'store-dir=./cache\n' },
    fills: 'pnpm install --frozen-lockfile',
  },
  Bun: {
    files: { 'bunfig.toml': '[install.cache]\ndir = "./cache"\n' },
    fills: 'bun install --frozen-lockfile',
  },
  'Yarn 1': {
    files: { '.yarnrc': 'yarn-path "./manager.cjs"\n', 'manager.cjs': manager },
  },
  'Yarn 4': {
    files: {
      '.yarnrc.yml': 'nodeLinker: node-modules\nplugins:\n  - ./plugin.cjs\n',
      'plugin.cjs': plugin,
    },
  },
}

/** Fills the cache with the real package, changes all copies, and lets the platform install from it. */
export const fillScript = (install: string) => `
${install}; rm -rf node_modules
grep -rl 'is-number <http[s]' cache | while read -r file; do
  chmod u+w "$file"; printf %s "${poison}" > "$file"
done
echo filled`
