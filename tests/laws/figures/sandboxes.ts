import type { PageFigures } from './figure-law.ts'

const maven = 'server/toolchains/maven'

export const sandboxFigures: Readonly<Record<string, PageFigures>> = {
  'docs/security/sandboxes.md': {
    claims: [
      [
        'at most 4,096 connections',
        'server/engines/process/network/flow-limits.ts',
        'maxPerAddress = 4096',
      ],
      [
        '1 GB of memory, one processor',
        'server/wiring/git/git-confinement.ts',
        'memoryMegabytes: 1024',
      ],
      ['64 processes', 'server/wiring/git/git-confinement.ts', 'processes: 64'],
      [
        '15 minutes of processor time',
        'server/wiring/git/git-confinement.ts',
        "'--cpu-time', '900'",
      ],
      ['500,000 files', 'server/git/trees/commit-limits.ts', 'files: 500_000'],
      ['250,000 folders', 'server/git/trees/commit-limits.ts', 'folders: 250_000'],
      ['200 levels', 'server/git/trees/commit-limits.ts', 'depth: 200'],
      ['levels and 4 GB', 'server/git/trees/commit-limits.ts', 'fileBytes: 4 * 1024 ** 3'],
      [
        '16 MB kept per instance',
        'server/engines/process/output/output-pump.pl',
        '$max_segments = 16',
      ],
      ['one block of 64 kB', 'server/stores/files/segment.ts', 'blockSize = 64 * 1024'],
      ['Counts stop after 20 s', 'server/api/v4/log-search/log-counts.ts', 'timeout = 20_000'],
      ['newest lines after 30 s', 'server/api/v4/log-stream.ts', 'searchTimeout = 30_000'],
      [
        'gets the file for 15 minutes',
        'server/api/v4/log-search/log-file.ts',
        'lifetime = 15 * 60_000',
      ],
      ['may stay up to 15 s', 'providers/kit/process/client-sessions.ts', 'idleTimeout = 15_000'],
      ['20 connections per source', 'providers/kit/outside/outside-limits.ts', 'maxPerSource: 20'],
      ['and 40 in all per server', 'providers/kit/outside/outside-limits.ts', 'maxOutside = 40'],
      ['300 new ones a minute', 'providers/kit/outside/outside-limits.ts', 'perMinute: 300'],
      [
        '1,000 new ones a second',
        'server/engines/process/network/flow-limits.ts',
        'perSecond: 1000',
      ],
      [
        'when 120 of a shared',
        'server/engines/process/network/connection-limits.ts',
        'maxCrowded: 120',
      ],
      [
        "server's 180 are taken",
        'server/engines/process/network/connection-limits.ts',
        'maxTotal: 180',
      ],
      ['and 1,000 of them', 'providers/mariadb/end-long-locks.ts', 'maxLocks = 1_000'],
      ['statements over five minutes', 'providers/kit/servers/work-timeouts.ts', 'statement: 300'],
      [
        'lock of `GET_LOCK` for 15 minutes',
        'providers/mariadb/end-long-locks.ts',
        'maxLockSeconds = 900',
      ],
      [
        'undo logs have 512 MB',
        'providers/mariadb/sizes/watch-sizes.ts',
        'maxSharedUndo = 512 * megabyte',
      ],
      [
        'belong to no database have 64 MB',
        'providers/postgresql/sizes/shared-files.ts',
        'maxBytes: 64 * megabyte',
      ],
      [
        'texts of counted statements 32 MB',
        'providers/postgresql/sizes/shared-files.ts',
        'maxBytes: 32 * megabyte',
      ],
      [
        'exported snapshots 4,096 files',
        'providers/postgresql/sizes/shared-files.ts',
        'maxBytes: 16 * megabyte',
        'of blocks of 4,096 bytes',
      ],
      ['a customer 8,000 locks', 'providers/postgresql/end-greedy-sessions.ts', 'maxLocks = 8_000'],
      [
        'notifications 80 MB',
        'providers/postgresql/end-greedy-sessions.ts',
        'maxQueue = 0.01',
        "of PostgreSQL's queue of 8 GB",
      ],
      ['up to 200 MB', `${maven}/maven-repository.ts`, 'usualMaxBytes = 200 * 1024 * 1024'],
      ['2,000 files', `${maven}/shared/shared-artifacts.ts`, 'files: 2000,'],
      ['GB, 10 minutes', `${maven}/shared/shared-artifacts.ts`, 'timeout: 600_000'],
      ['files, 1 GB', `${maven}/shared/shared-artifacts.ts`, 'bytes: 1024 * megabyte'],
      ['50 unknown names', `${maven}/shared/shared-artifacts.ts`, 'misses: 50'],
      ['at most 256 characters', 'kit/text/versions.ts', 'maxLength = 256'],
      ['16 alternatives', 'kit/text/versions.ts', 'maxAlternatives = 16'],
      [
        'more than 128 kB of such texts',
        'server/runtimes/threads/short-texts.ts',
        'maxLength = 128 * 1024',
      ],
      ['at a time, 2 minutes', 'server/runtimes/threads/planning-threads.ts', 'timeout = 120_000'],
      ['512 MB. `POST', 'server/runtimes/threads/planning-threads.ts', 'maxMegabytes = 512'],
      ['for each 8 KiB', 'server/api/v4/recipes.ts', 'bytesPerCall: 8 * 1024'],
      ['256 KB per file', 'server/runtimes/sbt/hocon/hocon-tokens.ts', 'maxLength = 256 * 1024'],
      ['10 files, 50', 'server/runtimes/sbt/play-configuration.ts', 'maxFiles = 10'],
      ['50 levels', 'server/runtimes/sbt/hocon/hocon-parser.ts', 'maxDepth = 50'],
      [
        'random one of 48 bytes',
        'server/platform/hosting/deployments/recipe/provided-variables.ts',
        'secretBytes = 48',
      ],
    ],
  },
}
