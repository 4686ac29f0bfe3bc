import type { Sample } from './sample.ts'

/** Output of the programs themselves, shortened; registries and folders are those of nobody. */
export const nodePackageSamples: readonly Sample[] = [
  {
    name: 'npm: no such package',
    log: `npm error code E404
npm error 404 Not Found - GET https://npm.example.org/no-such-package
npm error 404
npm error 404  The requested resource 'no-such-package@^1.0.0' could not be found or you do not have permission to access it.
npm error 404
npm error 404 Note that you can also install from a
npm error 404 tarball, folder, http url, or git url.
npm error A complete log of this run can be found in: /home/app/.npm/_logs/debug-0.log`,
    found: [
      'npm',
      '',
      "'no-such-package@^1.0.0' could not be found or you do not have permission to access it.",
    ],
  },
  {
    name: 'npm 8: no such version',
    log: `npm ERR! code ETARGET
npm ERR! notarget No matching version found for ms@99.0.0.
npm ERR! notarget In most cases you or one of your dependencies are requesting`,
    found: ['npm', '', 'No matching version found for ms@99.0.0.'],
  },
  {
    name: 'npm: a conflict',
    log: `npm error code ERESOLVE
npm error ERESOLVE unable to resolve dependency tree
npm error
npm error While resolving: a@undefined
npm error Found: react@18.3.1
npm error node_modules/react
npm error   react@"^18.0.0" from the root project
npm error
npm error Could not resolve dependency:
npm error peer react@"^19.0.0" from react-dom@19.0.0`,
    found: ['npm', '', 'peer react@"^19.0.0" from react-dom@19.0.0'],
  },
  {
    name: 'npm ci: a lock file that does not fit',
    log: `npm error code EUSAGE
npm error
npm error \`npm ci\` can only install packages when your package.json and package-lock.json or npm-shrinkwrap.json are in sync. Please update your lock file with \`npm install\` before continuing.
npm error
npm error Missing: left-pad@1.3.0 from lock file`,
    found: ['npm', '', /^`npm ci` can only install packages when/],
    advice: /npm install on your machine/,
  },
  {
    name: 'npm: a script of a package',
    log: `npm error code 1
npm error path /home/app/app_1/node_modules/bcrypt
npm error command failed
npm error command sh -c node-pre-gyp install --fallback-to-build
npm error gyp ERR! stack Error: not found: make`,
    found: [
      'npm',
      '',
      'sh -c node-pre-gyp install --fallback-to-build failed in /home/app/app_1/node_modules/bcrypt',
    ],
  },
  {
    name: 'npm: no such script',
    log: `npm error Missing script: "build"
npm error
npm error To see a list of scripts, run:
npm error   npm run`,
    found: ['npm', '', 'Missing script: "build"'],
  },
  {
    name: 'pnpm: a lock file that does not fit',
    log: `\u2009ERR_PNPM_OUTDATED_LOCKFILE\u2009 Cannot install with "frozen-lockfile" because pnpm-lock.yaml is not up to date with <ROOT>/package.json

Note that in CI environments this setting is true by default.`,
    found: ['pnpm', '', /^Cannot install with "frozen-lockfile"/],
    advice: /pnpm install/,
  },
  {
    name: 'pnpm: no such package',
    log: '\u2009ERR_PNPM_FETCH_404\u2009 GET https://npm.example.org/no-such-package: Not Found - 404',
    found: ['pnpm', '', 'GET https://npm.example.org/no-such-package: Not Found - 404'],
  },
  {
    name: 'pnpm run: the program has spoken before',
    log: `> a@1.0.0 build /home/app/app_1
> node x.js

node:internal/modules/cjs/loader:1210
  throw err;
  ^

Error: Cannot find module '/home/app/app_1/x.js'
    at Module._resolveFilename (node:internal/modules/cjs/loader:1207:15)
    at node:internal/main/run_main_module:28:49 {
  code: 'MODULE_NOT_FOUND',
  requireStack: []
}
\u2009ELIFECYCLE\u2009 Command failed with exit code 1.`,
    found: ['Node.js', '', "Error: Cannot find module '/home/app/app_1/x.js'"],
  },
  {
    name: 'yarn 1: a lock file that does not fit',
    log: `yarn install v1.22.22
[1/4] Resolving packages...
error Your lockfile needs to be updated, but yarn was run with \`--frozen-lockfile\`.
info Visit https://yarnpkg.com/en/docs/cli/install for documentation about this command.`,
    found: ['Yarn', '', /^Your lockfile needs to be updated/],
    advice: /yarn install/,
  },
  {
    name: 'yarn 4: a lock file that does not fit',
    log: `➤ YN0000: ┌ Post-resolution validation
➤ YN0000: │    dependencies:
➤ YN0028: │ -    ms: "npm:2.1.3"
➤ YN0028: │ +    ms: "npm:2.1.2"
➤ YN0028: │ The lockfile would have been modified by this install, which is explicitly forbidden.
➤ YN0000: └ Completed
➤ YN0000: · Failed with errors in 0s 69ms`,
    found: [
      'Yarn',
      '',
      'The lockfile would have been modified by this install, which is explicitly forbidden.',
    ],
  },
  {
    name: 'yarn 4: no such version',
    log: `➤ YN0000: ┌ Resolution step
➤ YN0082: │ ms@npm:99.1.2: No candidates found
➤ YN0000: └ Completed in 0s 330ms`,
    found: ['Yarn', '', 'ms@npm:99.1.2: No candidates found'],
  },
  {
    name: 'bun install: a lock file that does not fit',
    log: `bun install v1.4.4 (38afee6c8)
Resolving dependencies
Resolved, downloaded and extracted [2]
error: lockfile had changes, but lockfile is frozen
note: try re-running without --frozen-lockfile and commit the updated lockfile`,
    found: ['Bun', '', 'lockfile had changes, but lockfile is frozen'],
    advice: /bun install/,
  },
  {
    name: 'bun build',
    log: `2 | const y = ;
              ^
error: Unexpected ;
    at /home/app/app_1/y.ts:2:11`,
    found: ['Bun', 'y.ts:2:11', 'Unexpected ;'],
  },
  {
    name: 'bun: a package that is missing',
    log: `error: Cannot find package 'nope' from '/home/app/app_1/z.ts'

Bun v1.4.4 (Linux x64)`,
    found: ['Bun', 'z.ts', "Cannot find package 'nope' from '/home/app/app_1/z.ts'"],
    advice: /^Add nope to/,
  },
]
