import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Project } from './project.ts'

/** A repository whose build misuses a package manager or the machine. */
export interface BadBuild {
  files: Record<string, string>
  variables?: Record<string, string>
  /** Flavor of the build. */
  flavor?: string
  /** Steps in the folder after the files were written. */
  prepare?: (project: Project) => void | Promise<void>
  /** Expected log lines. */
  lines: RegExp[]
}

const manifest = (more: object = {}) =>
  JSON.stringify({ name: 'bad', scripts: { start: 'node server.js' }, ...more })

const script = (preinstall: string, more: Record<string, string> = {}) => ({
  'package.json': manifest({ scripts: { preinstall, start: 'node server.js' } }),
  'server.js': '',
  ...more,
})

const longPath = `${'d'.repeat(200)}/`.repeat(20).slice(0, 3990)

/** Builds that fail on their own. */
export const badBuilds: Record<string, BadBuild> = {
  'fills the disk while it installs': {
    files: script('node fill.js', {
      'fill.js': `const block = Buffer.alloc(1 << 20, 1)
        for (let n = 0; n < 400; n++) require('node:fs').appendFileSync('/tmp/full', block)
        setInterval(() => {}, 1000)`,
    }),
    lines: [
      /^The build took more room on disk than the 256 MB it may, in npm install\.$/,
      /^Install or write less, or ask the operator for more \(BERTH_BUILD_DISK_LIMIT\)\.$/,
    ],
  },
  'has a registry that is down': {
    files: {
      'package.json': manifest({ dependencies: { 'is-number': '7.0.0' } }),
      'server.js': '',
      '.npmrc': 'registry=http://127.0.0.1:9/\nfetch-retries=0\n',
    },
    lines: [
      /ECONNREFUSED 127\.0\.0\.1:9/,
      /^npm install exited with 1$/,
      /^A registry does not answer: check that it is up/,
    ],
  },
  'has a start that forks and exits': {
    files: {
      'package.json': manifest({ scripts: { start: 'node server.js & exit 0' } }),
      'server.js': `require('node:http').createServer((_, r) => r.end('here')).listen(8080, '0.0.0.0')`,
    },
    lines: [
      /^Instance 0 exited with code 0\.$/,
      /^The start command must run as long as the application serves: keep it in the foreground/,
    ],
  },
  'has package.json as a link out of the tree': {
    files: {},
    prepare: async (project) => {
      symlinkSync('/etc/passwd', join(project.folder, 'package.json'))
      await project.git('add', '--all')
    },
    lines: [/^There is no package\.json in the main folder\.$/],
  },
  'has a submodule at a folder of the machine': {
    files: { 'package.json': manifest(), 'server.js': '' },
    prepare: (project) => addSubmodule(project, 'file:///etc'),
    lines: [/^The submodule "sub" cannot be fetched: give it an address/],
  },
  'has a submodule at the ssh server of the machine': {
    files: { 'package.json': manifest(), 'server.js': '' },
    prepare: (project) => addSubmodule(project, 'git@localhost:/etc'),
    lines: [/^Fetching the submodule "sub" from localhost exited with \d+/],
  },
}

/** Pushes that Git refuses; the lines are what the user sees. */
export const refusedPushes: Record<string, BadBuild> = {
  'has a path of 4,000 characters': {
    files: { 'package.json': manifest(), 'server.js': '' },
    prepare: (project) => addPath(project, `${longPath}/file.txt`),
    lines: [/The path "d+…" is longer than 3000 bytes/],
  },
  'has a name of 1,000 characters': {
    files: { 'package.json': manifest(), 'server.js': '' },
    prepare: (project) => addPath(project, 'n'.repeat(1000)),
    lines: [/The path "n+…" has a name of more than 255 bytes/],
  },
}

const tooLong = /^The build took longer than 30 s: npm install did not end\.$/

/** Builds that only a timeout ends. */
export const endless: Record<string, BadBuild> = {
  'has an install script that never ends': {
    files: script(
      `trap '' TERM; setsid sh -c "trap '' TERM; while :; do sleep 1; done" & while :; do sleep 1; done`,
    ),
    lines: [tooLong],
  },
  'has a registry that npm goes on asking': {
    files: {
      'package.json': manifest({ dependencies: { 'is-number': '7.0.0' } }),
      'server.js': '',
      '.npmrc': 'registry=http://127.0.0.1:9/\nfetch-retries=100\n',
    },
    lines: [tooLong],
  },
  'has an install script that is a fork bomb': {
    files: script('sh bomb.sh', {
      'bomb.sh': 'bomb() { bomb | bomb & }\nbomb\nwhile :; do :; done',
    }),
    flavor: 'pico',
    lines: [/Cannot fork/, /^The build took longer than 30|^npm install exited with/],
  },
}

/** Commits a path that this machine's file system could not hold. */
async function addPath(project: Project, path: string): Promise<void> {
  await project.git('add', '--all')
  const { stdout } = await project.git('hash-object', '-w', 'package.json')
  const entry = `100644,${stdout.trim()},${path}`
  await project.git('update-index', '--add', '--cacheinfo', entry)
}

async function addSubmodule(project: Project, url: string): Promise<void> {
  await project.write({ '.gitmodules': `[submodule "sub"]\n  path = sub\n  url = ${url}\n` })
  await project.git('add', '--all')
  await project.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},sub`)
}
