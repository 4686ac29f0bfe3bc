import type { PageFigures } from './figure-law.ts'

const access = 'server/platform/identity/access'
const certificates = 'server/platform/hosting/certificates'
const domains = 'server/platform/hosting/applications/domains'
const deployments = 'server/platform/hosting/deployments'
const crons = 'server/platform/hosting/crons'
const runs = 'server/platform/hosting/runs'
const runLimits = 'server/platform/model/hosting/runs/run-limits.ts'
const cronLimits = 'server/platform/model/hosting/crons/cron-limits.ts'
const drains = 'server/platform/observability/drains'

export const guideFigures: Readonly<Record<string, PageFigures>> = {
  'docs/guides/authentication.md': {
    claims: [
      ['three months', `${access}/tokens/access-tokens.ts`, 'program: 90 * day'],
      [
        'timestamp may be five minutes off',
        `${access}/oauth1/create-nonces.ts`,
        'timestampWindow = 300',
      ],
      ['It lives ten minutes', `${access}/oauth1/request-tokens.ts`, 'lifetime = 10 * 60_000'],
    ],
  },
  'docs/guides/certificates.md': {
    claims: [
      [
        'RSA with 2048 to 4096 bits',
        `${certificates}/check-key.ts`,
        'rsaBits = { min: 2048, max: 4096 }',
      ],
      ['at most 10 of them', `${certificates}/check-upload.ts`, 'maxChainLength = 10'],
      ['them, 64 KiB', `${certificates}/check-upload.ts`, 'maxChainBytes = 64 * 1024'],
      ['DNS names, at most 100', `${certificates}/check-upload.ts`, 'maxNames = 100'],
      ['Two weeks before', `${certificates}/warn-owners.ts`, 'expiryNotice = 14 * day'],
      [
        'after 5, 10, 20 minutes and so on, up to a day',
        `${certificates}/acme/order-policy.ts`,
        'first: 5 * minute, max: day',
        'each pause is twice the one before',
      ],
    ],
  },
  'docs/guides/databases.md': {
    claims: [
      ['ends after 30 minutes', 'providers/kit/sessions/sessions.ts', 'idle: 30 * 60_000'],
      ['after 12 hours', 'providers/kit/sessions/sessions.ts', 'longest: 12 * 60 * 60_000'],
      ['20 connections through tunnels', 'providers/kit/sessions/sessions.ts', 'resource: 20'],
      [
        'a user 48 of them',
        'server/platform/marketplace/addons/database/session-limits.ts',
        'user: 48, account: 96',
      ],
      ['may take five minutes', 'providers/kit/servers/work-timeouts.ts', 'statement: 300'],
      ['after 10 seconds', 'providers/kit/contents/run-query.ts', 'statementSeconds = 10'],
      ['first 100 rows', 'protocol/databases/contents.ts', 'maxRows = 100'],
      ['at most 1 MiB', 'protocol/databases/contents.ts', 'maxAnswerBytes = 1024 * 1024'],
      ['after 500 characters', 'providers/postgresql/clients/contents.ts', 'maxShown = 500'],
    ],
  },
  'docs/guides/domains.md': {
    claims: [
      [
        'at the earliest five minutes after the last attempt',
        `${domains}/checks/retry-order.ts`,
        'minRetryPause = 5 * 60_000',
      ],
      ['within five seconds', `${domains}/checks/domain-checks.ts`, 'timeout: 5_000'],
      ['about 30 domains a minute', `${domains}/checks/domain-checks.ts`, 'perMinute: 30'],
      ['less than 20 seconds ago', `${domains}/checks/domain-checks.ts`, 'maxAge: 20_000'],
    ],
    given: [
      ['labels above 63 characters, names above 253', 'RFC 1035'],
      ['are two names for the same addresses', 'it counts the names in the sentence'],
    ],
  },
  'docs/guides/files.md': {
    claims: [
      ['| S | 1 GB |', 'providers/bucket/offer.json', '"1 GB", "1073741824"'],
      ['| M | 10 GB |', 'providers/bucket/offer.json', '"10 GB", "10737418240"'],
      ['| L | 50 GB |', 'providers/bucket/offer.json', '"50 GB", "53687091200"'],
      ['| XL | 100 GB |', 'providers/bucket/offer.json', '"100 GB", "107374182400"'],
      ['| XXL | 500 GB |', 'providers/bucket/offer.json', '"500 GB", "536870912000"'],
      ['pages of 200 names', 'server/api/v4/files/files.ts', 'usualLimit = 200'],
      ['takes up to 500', 'protocol/files/file-listing.ts', 'maxListed = 500'],
      ['kept for seven days', 'providers/kit/backups/keep-backups.ts', 'keptFor: 7 * day'],
    ],
  },
  'docs/guides/first-deployment.md': {
    claims: [
      ['a deadline of 60 seconds', 'BERTH_HEALTH_CHECK_TIMEOUT', '60s'],
      ['three minutes for Play and sbt', 'BERTH_SLOW_START_TIMEOUT', '180s'],
      ['after ten seconds comes SIGKILL', 'BERTH_STOP_GRACE', '10s'],
      ['for five seconds after the switch', 'BERTH_PROBATION', '5s'],
    ],
  },
  'docs/guides/alerts.md': {
    claims: [
      ['has at most 50', 'server/platform/overview/alerts/alert-rules.ts', 'maxRules = 50'],
      ['5 minutes without', 'protocol/alerts.ts', 'defaultAlertMinutes = 5'],
      [
        'Up to two minutes without a figure',
        'server/platform/overview/alerts/decide-alert.ts',
        'maxUnknown = 2',
      ],
    ],
  },
  'docs/guides/monitoring.md': {
    claims: [
      [
        'does not answer within ten seconds is asked ever more rarely',
        'server/platform/observability/metrics/addons/create-addon-sampler.ts',
        'timeout = 10_000',
      ],
      [
        'during the last ten seconds, busiest',
        'server/platform/model/observability/sample.ts',
        'fine: 10_000',
      ],
      ['in the same ten seconds', 'server/platform/model/observability/sample.ts', 'fine: 10_000'],
      [
        'There is a sample every ten seconds',
        'server/platform/model/observability/sample.ts',
        'fine: 10_000',
      ],
      [
        'Samples of five minutes',
        'server/platform/model/observability/sample.ts',
        'coarse: 300_000',
      ],
      [
        'has points of five minutes',
        'server/platform/model/observability/sample.ts',
        'coarse: 300_000',
      ],
      [
        'An answer has 300 points',
        'server/platform/observability/metrics/range.ts',
        'maxPoints = 300',
      ],
      [
        'requests of the last ten seconds',
        'server/platform/model/observability/sample.ts',
        'fine: 10_000',
      ],
      [
        'path ends after 1,024 characters',
        'server/routers/access-log/access-log.ts',
        'maxPath = 1024',
      ],
      [
        '2,000 lines per application',
        'server/routers/open-supervisor.ts',
        'defaultAccessLogRate = 2000',
      ],
      [
        'has them, for 15 minutes',
        'server/api/v4/log-search/log-file.ts',
        'lifetime = 15 * 60_000',
      ],
      ['cut at 8 KiB', 'server/outbound/drains/drain-sender.ts', 'maxDatagram = 8192'],
      ['500 lines or', `${drains}/deliver-batch.ts`, 'maxLines = 500'],
      ['or 256 KiB at most', `${drains}/deliver-batch.ts`, 'maxBytes = 256 * 1024'],
      ['but 2xx within ten seconds', 'server/outbound/drains/drain-sender.ts', 'timeout = 10_000'],
      ['tried again after 5 s', `${drains}/deliver-batch.ts`, 'first: 5000'],
      ['more slowly up to 15 minutes', `${drains}/deliver-batch.ts`, 'max: 15 * 60_000'],
      [
        'instances, up to 1000',
        'server/platform/overview/platform-figures.ts',
        'maxApplications = 1000',
      ],
      ['(at least 16 characters)', 'server/settings/topics/metrics.ts', 'minTokenLength = 16'],
    ],
    given: [
      ['100 % are all CPUs', 'a whole'],
      ['At 100 % the instance is ended', 'a whole'],
      ['takes about 50 MB', 'measured with examples/opentelemetry, October 2026'],
      ['some tens of megabytes', 'the order of what the agents of decision 45 take'],
      ['a busy instance takes about 3 MB', 'measured, decision 45'],
      ['Sampling costs 0.2 % of a core at 100 instances', 'npm run bench -- metrics, decision 45'],
    ],
  },
  'docs/guides/network-groups.md': {
    claims: [
      ['1,000 new ones', 'server/engines/process/network-groups/hub-rules.ts', 'perSecond: 1000'],
    ],
  },
  'docs/guides/objects.md': {
    claims: [
      ['| S | 1 GB |', 'providers/cellar/offer.json', '"1 GB", "1073741824"'],
      ['| M | 10 GB |', 'providers/cellar/offer.json', '"10 GB", "10737418240"'],
      ['| L | 100 GB |', 'providers/cellar/offer.json', '"100 GB", "107374182400"'],
      ['| XL | 1 TB |', 'providers/cellar/offer.json', '"1 TB", "1099511627776"'],
      ['10 | 512 MB |', 'providers/cellar/offer.json', '"512 MB", "536870912"'],
      ['50 | 1 GB |', 'providers/cellar/offer.json', '"1 GB", "1073741824"'],
      ['100 | 1 GB |', 'providers/cellar/offer.json', '"1 GB", "1073741824"'],
      ['100 | 2 GB |', 'providers/cellar/offer.json', '"2 GB", "2147483648"'],
      ['measured every 10 seconds', 'providers/cellar/cellar.ts', 'maintenanceInterval = 10_000'],
      [
        '128 connections of',
        'providers/cellar/offer.json',
        '"Max connection limit": ["128", "128"]',
      ],
    ],
    given: [['14 MB for 100,000 of them', 'measured with versitygw 1.8.0, decision 126']],
  },
  'docs/guides/organisations.md': {
    claims: [
      [
        'at most 1 MB',
        'server/platform/identity/accounts/users/avatars.ts',
        'maxPictureBytes = 1024 * 1024',
      ],
      [
        'works once, for seven days',
        'server/platform/identity/accounts/invitations/invitations.ts',
        'lifetime = 7 * 24 * 3_600_000',
      ],
    ],
  },
  'docs/guides/rollback.md': {
    claims: [
      ['by default for five seconds', 'BERTH_PROBATION', '5s'],
      ['paths three times in a row', `${deployments}/pipeline/probation.ts`, 'maxWrongAnswers = 3'],
      [
        'an instance that exits three times',
        `${deployments}/releases/auto-rollback.ts`,
        'maxExits = 3',
      ],
      ['within ten minutes after the probation', 'BERTH_AUTO_ROLLBACK_WINDOW', '10m'],
      ['and within 5 seconds', `${deployments}/liveness/liveness-check.ts`, 'maxTimeout = 5000'],
      [
        '200 three times in a row',
        `${deployments}/liveness/liveness-monitor.ts`,
        'maxWrongAnswers = 3',
      ],
      [
        'double up to 30 minutes',
        `${deployments}/liveness/liveness-check.ts`,
        'maxRestartPause = 30 * 60_000',
      ],
    ],
  },
  'docs/guides/scheduled-tasks.md': {
    claims: [
      ['at most ten minutes ago', `${crons}/plan-round.ts`, 'maxLateness = 10 * minute'],
      ['or ten tasks of the application', `${crons}/start-runs.ts`, 'maxRunning = 10'],
      ['SIGKILL after five seconds', `${crons}/perform-run.ts`, 'grace = 5000'],
      ['100 of 2,000 characters', cronLimits, 'command: 2000'],
      ['50 per application', cronLimits, 'own: 50'],
      ['with commands of 2,000 characters', cronLimits, 'command: 2000'],
      ['10 per application', `${crons}/start-runs.ts`, 'maxRunning = 10'],
      ['24 hours, or its timeout', cronLimits, 'maxTimeout: 86_400_000'],
      ['from 10 seconds', cronLimits, 'minTimeout: 10_000'],
      ['the last 64 KB of each run', `${crons}/perform-run.ts`, 'maxOutput = 64 * 1024'],
      ['50 runs of each task', `${crons}/record-end.ts`, 'keptRuns = 50'],
      ['for 30 days', `${crons}/record-end.ts`, 'keptFor = 30 * 86_400_000'],
    ],
  },
  'docs/guides/one-off-commands.md': {
    claims: [
      ['for a minute', 'protocol/terminal/frames.ts', 'resumeTimeout = 60_000'],
      ['10 per application', runLimits, 'perApplication: 10'],
      ['30 per account', runLimits, 'perAccount: 30'],
      ['200 per server', `${runs}/create-runs.ts`, 'maxRuns = 200'],
      ['24 hours, or its', runLimits, 'defaultTimeout: 86_400_000'],
      ['from 10 seconds', runLimits, 'minTimeout: 10_000'],
      ['to 7 days', runLimits, 'maxTimeout: 604_800_000'],
      ['8,000 characters', runLimits, 'command: 8000'],
      ['the last 64 KB', `${runs}/create-runs.ts`, 'maxOutput = 64 * 1024'],
      ['1 MB per second', `${runs}/collect-output.ts`, 'maxRate = 1024 * 1024'],
      ['100 per application', `${runs}/record-end.ts`, 'keptRuns = 100'],
      ['for 30 days', `${runs}/record-end.ts`, 'keptFor = 30 * 86_400_000'],
    ],
  },
  'docs/guides/ssh.md': {
    claims: [
      ['16 sessions', 'server/platform/hosting/shells/create-shells.ts', 'instance: 16'],
      [
        'a user 32, a server 200',
        'server/platform/hosting/shells/create-shells.ts',
        'platform: 200, user: 32',
      ],
      ['at most 64 KiB', 'protocol/terminal/frames.ts', 'maxFrameBytes = 64 * 1024'],
      ['256 KiB of output', 'protocol/terminal/frames.ts', 'output: 256 * 1024'],
      ['64 KiB of input', 'protocol/terminal/frames.ts', 'input: 64 * 1024'],
      ['pings every 15 s', 'protocol/terminal/frames.ts', 'pingInterval = 15_000'],
      ['does not answer for 45 s', 'protocol/terminal/frames.ts', 'silenceTimeout = 45_000'],
      ['For 60 s', 'protocol/terminal/frames.ts', 'resumeTimeout = 60_000'],
    ],
  },
  'docs/guides/sleep.md': {
    claims: [
      [
        'one minute to seven days',
        'server/platform/hosting/sleep/set-sleep-timeout.ts',
        'maxSleepTimeout = 7 * 86_400_000',
      ],
    ],
  },
  'docs/guides/scaling.md': {
    claims: [
      ...(
        [
          ['`pico` | 256 MB', "'pico', memoryMegabytes: 256"],
          ['`nano` | 512 MB', "'nano', memoryMegabytes: 512"],
          ['`XS` | 1 GB', "'XS', memoryMegabytes: 1024"],
          ['`S` | 2 GB', "'S', memoryMegabytes: 2048"],
          ['`M` | 4 GB', "'M', memoryMegabytes: 4096"],
          ['`L` | 8 GB', "'L', memoryMegabytes: 8192"],
          ['`XL` | 16 GB', "'XL', memoryMegabytes: 16_384"],
          ['`2XL` | 24 GB', "'2XL', memoryMegabytes: 24_576"],
          ['`3XL` | 32 GB', "'3XL', memoryMegabytes: 32_768"],
        ] as const
      ).map(([says, code]) => [says, 'server/platform/model/hosting/flavor.ts', code] as const),
      ['Every ten seconds it looks', 'BERTH_AUTOSCALE_INTERVAL', '10s'],
      ['75 % for a minute', 'server/platform/model/hosting/scale-rules.ts', 'cpuUp: 0.75'],
      ['25 % for', 'server/platform/model/hosting/scale-rules.ts', 'cpuDown: 0.25'],
      ['for five minutes | instances; at their', 'BERTH_AUTOSCALE_DOWN_AFTER', '5m'],
      ['85 % for a minute', 'server/platform/model/hosting/scale-rules.ts', 'memoryUp: 0.85'],
      ['a third of it, for five minutes', 'BERTH_AUTOSCALE_DOWN_AFTER', '5m'],
    ],
  },
  'docs/guides/maintenance.md': {
    claims: [
      ['up to 100 of them', 'server/platform/hosting/visitors/maintenance.ts', 'maxAllowed = 100'],
      [
        'at most 32 KB, all together',
        'server/platform/hosting/visitors/own-pages.ts',
        'maxPageBytes = 32 * 1024',
      ],
      [
        'all together 64 KB',
        'server/platform/hosting/visitors/own-pages.ts',
        'maxTotalBytes = 64 * 1024',
      ],
      ['Ten wrong ones in a minute', 'server/routers/visitor-credentials.ts', 'maxGuesses = 10'],
    ],
  },
  'docs/guides/webhooks.md': {
    claims: [
      ['2xx within ten seconds', 'server/outbound/providers/post-body.ts', 'timeout = 10_000'],
      [
        'repeated, after 10 s',
        'server/platform/events/hooks/deliver-webhook.ts',
        'first: 10 * second',
      ],
      [
        'failed for three days',
        'server/platform/events/hooks/deliver-webhook.ts',
        'disableAfter = 3 * day',
      ],
    ],
    given: [['not older than five minutes', 'what the example on the page checks']],
  },
}
