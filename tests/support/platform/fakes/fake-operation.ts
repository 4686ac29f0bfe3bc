import type { BackupRun, Operation } from '#platform/model/operation.ts'

/** An operation of a machine that has nothing: two processes, a few settings, and back-ups that are done at once. */
export function fakeOperation(): Operation {
  let run: BackupRun | undefined
  return {
    processes: async () => [
      { kind: 'server', name: 'server', state: 'running', startedAt: 1, memoryBytes: 200_000_000 },
      { kind: 'router', name: 'router', state: 'running', startedAt: 1, memoryBytes: 60_000_000 },
    ],
    disk: async () => ({ bytes: 100e9, freeBytes: 40e9 }),
    build: async () => ({ version: '9.9.9', commit: 'c'.repeat(40), date: '2026-03-04T05:06:07Z' }),
    packages: async () => ({
      state: 'known',
      checkedAt: 1_770_000_000_000,
      listedAt: 1_769_900_000_000,
      packages: [
        {
          name: 'libssl3',
          use: 'libraries',
          installed: '3.0.17-1',
          candidate: '3.0.17-2',
          isSecurity: true,
        },
        {
          name: 'bubblewrap',
          use: 'sandbox',
          installed: '0.8.0-2',
          candidate: '0.8.0-2',
          isSecurity: false,
        },
      ],
    }),
    settings: () => [
      {
        variable: 'BERTH_API_PORT',
        meaning: 'API, console, login pages',
        value: '4100',
        fallback: '4000',
        source: 'environment',
      },
      {
        variable: 'BERTH_SMTP_URL',
        meaning: 'mail server',
        value: null,
        fallback: null,
        source: 'environment',
      },
      {
        variable: 'BERTH_QUOTA_MEMORY',
        meaning: 'memory of instances together; chosen when empty',
        value: '4096',
        fallback: '',
        source: 'derived',
      },
    ],
    backups: {
      folder: '/backups',
      list: async () =>
        run
          ? [{ name: 'berth-20260102T030405Z.tar.gz', bytes: 5_000_000, createdAt: run.startedAt }]
          : [],
      get run() {
        return run
      },
      async begin() {
        const now = Date.now()
        run = { state: 'done', startedAt: now - 2000, endedAt: now, lines: ['Copying the store…'] }
        return run
      },
    },
  }
}
