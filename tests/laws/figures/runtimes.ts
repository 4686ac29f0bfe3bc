import type { PageFigures } from './figure-law.ts'

const healthCheck = 'server/platform/hosting/deployments/instances/health-check.ts'
const program = 'server/toolchains/static-server/program'

export const runtimeFigures: Readonly<Record<string, PageFigures>> = {
  'docs/runtimes/javascript.md': {
    claims: [
      ['the log says so after two seconds', healthCheck, 'lookEvery = 2000'],
      ['up to 1 GB together', 'server/engines/process/builds/build-caches.ts', 'bytes: 1024 ** 3'],
      ["After ten seconds (the operator's", 'BERTH_STOP_GRACE', '10s'],
      ['is read from | 4 MB', 'server/git/source.ts', 'maxFile = 4 * 1024 * 1024'],
      ['| 8,192 characters', 'server/runtimes/variable.ts', 'maxCommandLength = 8_192'],
      [
        '100 of 2,000 characters',
        'server/platform/model/hosting/crons/cron-limits.ts',
        'command: 2000',
      ],
    ],
    given: [['pnpm up to 10', 'a version of pnpm']],
  },
  'docs/runtimes/play.md': {
    claims: [
      ['a quarter (at least 160 MB)', 'server/runtimes/java/java-variables.ts', 'minimum: 160'],
      ['60 % of the flavor for builds', 'server/runtimes/java/java-variables.ts', 'share: 0.6'],
      ['2.9 and later want 32 bytes', 'server/runtimes/sbt/play-secret.ts', 'minBytes = 32'],
    ],
  },
  'docs/runtimes/static.md': {
    claims: [
      ['Files above 16 MB', `${program}/entity-tags.ts`, 'maxHashed = 16 * 1024 * 1024'],
      ['from 1 KB to', `${program}/compressed-files.ts`, 'min: 1024'],
      ['to 4 MB, made', `${program}/compressed-files.ts`, 'max: 4 * 1024 * 1024'],
      ['folder, 64 MB at most', `${program}/compressed-files.ts`, 'maxBytes = 64 * 1024 * 1024'],
    ],
    given: [
      ['needs 18 MB of private memory', 'measured, decision 38'],
      ['27 MB after some thousand requests', 'measured, decision 38'],
      ['another 50 MB of program', 'measured, decision 38'],
    ],
  },
}
