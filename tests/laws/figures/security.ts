import type { PageFigures } from './figure-law.ts'

const access = 'server/platform/identity/access'
const guard = 'kit/net/limits'
const http2 = 'server/routers/node/proxy/http2'

export const securityFigures: Readonly<Record<string, PageFigures>> = {
  'docs/security.md': { given: [['within three working days', 'a promise']] },
  'docs/security/api.md': {
    claims: [
      ['argon2id (19 MiB', `${access}/login/passwords.ts`, 'memory: 19_456', 'KiB'],
      [
        '10 a minute per account and address',
        `${access}/limits/create-attempts.ts`,
        'login: { window: minute, both: 10',
      ],
      ['the newest 500 sessions', `${access}/login/sessions.ts`, 'maxSessions = 500'],
      ['no redirects, ten seconds', 'server/outbound/drains/drain-sender.ts', 'timeout = 10_000'],
      ['PDFs of more than 100 lines', 'server/documents/pdf-threads.ts', 'fewLines = 100'],
      ['20 queued', 'server/documents/pdf-threads.ts', 'maxQueued = 20'],
      ['queued, 5 minutes', 'server/documents/pdf-threads.ts', 'timeout = 300_000'],
      ['768 MB.', 'server/documents/pdf-threads.ts', 'maxMegabytes = 768'],
      ['64 in all', 'server/platform/events/delivery/delivery-pool.ts', 'all: 64'],
      ['32 of those', 'server/platform/events/delivery/delivery-pool.ts', 'failing: 32'],
      ['more than 4,096 pixels', 'kit/images/picture.ts', 'maxSide = 4096'],
      [
        'within about two seconds after their token',
        'server/api/http/event-stream.ts',
        'heartbeatEvery = 2000',
      ],
      [
        'follow no redirect, last 10 s',
        'server/outbound/providers/post-body.ts',
        'timeout = 10_000',
      ],
      ['read 4 KiB', 'server/platform/events/hooks/deliver-webhook.ts', 'maxAnswerBytes = 4096'],
      [
        'the newest 20 releases',
        'server/platform/hosting/deployments/releases/retention.ts',
        'maxRecords = 20',
      ],
    ],
  },
  'docs/security/limits.md': {
    claims: [
      [
        'five times that per user',
        `${access}/limits/create-call-limits.ts`,
        'credentialsPerUser = 5',
      ],
      [
        'one per 2 MB of its memory',
        'server/platform/hosting/deployments/instances/instances.ts',
        'megabytesPerProcess = 2',
      ],
      [
        '10, 20 and 10 GB',
        'BERTH_TREE_DISK_LIMIT',
        '20480',
        'with the limits of toolchains and archives',
      ],
      ['calls have 64 KiB', 'server/api/http/read-body.ts', 'defaultMaxBytes = 64 * 1024'],
      ['may open 65,536 files', 'server/engines/process/limits/open-files.ts', '65_536'],
      [
        'at least 256 and',
        'server/platform/hosting/deployments/instances/instances.ts',
        'minProcesses = 256',
      ],
      [
        'at most 4,096 (XS',
        'server/platform/hosting/deployments/instances/instances.ts',
        'maxProcesses = 4096',
      ],
      ['(20 on one log)', `${access}/limits/create-stream-limits.ts`, 'maxPerReaderAndSource = 20'],
      ['at most 50 streams', `${access}/limits/create-stream-limits.ts`, 'maxPerReader = 50'],
      ['32 SSH connections', 'server/wiring/listeners.ts', 'connectionsPerUser: 32'],
      ['a log has 50 readers', `${access}/limits/create-stream-limits.ts`, 'maxPerSource = 50'],
      [
        'take six times its plan',
        'providers/kit/backups/max-written.ts',
        '3 * bytes',
        'two of the largest',
      ],
      [
        'its plan and 128 MB',
        'providers/kit/backups/max-written.ts',
        '64 * megabyte',
        'two of the largest',
      ],
    ],
  },
  'docs/security/not-isolated.md': {
    claims: [
      [
        'temporary tables of the shared MariaDB (512 MB)',
        'providers/mariadb/server/file-settings.ts',
        'max:512M',
        'in M',
      ],
      [
        'undo logs (512 MB)',
        'providers/mariadb/sizes/watch-sizes.ts',
        'maxSharedUndo = 512 * megabyte',
      ],
      ['open for more than 15 s', 'providers/mariadb/sizes/undo.ts', 'minAge = 15'],
      ['for 15 minutes at a time', 'providers/mariadb/end-long-locks.ts', 'maxLockSeconds = 900'],
      ['the 40 places', 'providers/kit/outside/outside-limits.ts', 'maxOutside = 40'],
    ],
    given: [
      ['that takes five days', "the kernel's default of nf_conntrack_tcp_timeout_established"],
    ],
  },
  'docs/security/users.md': {
    claims: [['at least 10 characters', `${access}/login/password-rules.ts`, 'shortest = 10']],
  },
  'docs/security/visitors.md': {
    claims: [
      ['has 500 connections', 'BERTH_CONNECTIONS_PER_ADDRESS', '500'],
      ['at most every 20 ms', `${guard}/address-places.ts`, 'sameAddressPause = 20'],
      ['Strangers have 10 s each', `${guard}/http-guard.ts`, 'headersTimeout: 10_000'],
      ['SSH logins 20 s', 'server/ssh/ssh-connection.ts', 'loginTimeout = 20_000'],
      ['at most 10,000 and a sixth', 'server/wiring/listeners.ts', 'maxConnections = 10_000'],
      ['of one address 32', 'server/ssh/ssh-listener.ts', 'maxStrangersPerAddress = 32'],
      [
        'an owner has at most 100',
        'server/platform/hosting/certificates/certificates.ts',
        'maxUploaded = 100',
      ],
      [
        'at most 10 failed',
        'server/platform/hosting/certificates/acme/order-policy.ts',
        'maxFailuresPerHour: 10',
      ],
      ['64 SSH clients', 'server/ssh/ssh-listener.ts', 'maxStrangers = 64'],
      ['200 event sockets', 'server/api/v2/events/event-sockets.ts', 'maxUnknown = 200'],
      ['name servers (2 s', 'server/outbound/dns-resolver.ts', 'timeout = 2000'],
      ['two tries', 'server/outbound/dns-resolver.ts', 'tries = 2'],
      ['alone: 256 KiB', 'server/outbound/acme/acme-transport.ts', 'maxBytes = 256 * 1024'],
      ['30 s per answer', 'server/outbound/acme/acme-transport.ts', 'requestTimeout = 30_000'],
      ['at most 100 streams', `${http2}/http2-server.ts`, 'maxConcurrentStreams = 100'],
      ['32 kB of headers', `${http2}/stream-request.ts`, 'maxHead = 32 * 1024'],
      ['1 MB of unread bodies', `${http2}/http2-server.ts`, 'connectionWindow = 1024 * 1024'],
      ['200 resets at once', `${http2}/http2-server.ts`, 'streamResetBurst: 200'],
      ['50 a second', `${http2}/http2-server.ts`, 'streamResetRate: 50'],
      [
        '2,000 lines per application',
        'server/routers/open-supervisor.ts',
        'defaultAccessLogRate = 2000',
      ],
      ['has 1,000 connections', 'BERTH_ROUTER_CONNECTIONS_PER_ADDRESS', '1000'],
      ['at most one every 20 ms', `${guard}/address-places.ts`, 'sameAddressPause = 20'],
      [
        '408 after 60 s without',
        'server/routers/open-supervisor.ts',
        'defaultUploadTimeout = 60_000',
      ],
      [
        'below 500 bytes',
        'server/routers/node/proxy/limits/upload-timeouts.ts',
        'defaultMinRate = 500',
      ],
      ['not taken for 120 s', 'server/routers/open-supervisor.ts', 'defaultReadTimeout = 120_000'],
    ],
  },
}
