import { count, duration, megabytes, optionalCount, port, setting } from '#kit/setting-kinds.ts'

/** Concurrency of deployments, in total and per owner. */
export const deploymentSettings = {
  deploymentsAtOnce: setting(
    'BERTH_DEPLOYMENTS_AT_ONCE',
    '4',
    count,
    'deployments that run at the same time',
  ),
  ownerDeploymentsAtOnce: setting(
    'BERTH_OWNER_DEPLOYMENTS_AT_ONCE',
    '',
    optionalCount,
    'how many of those may be of the owners that count for one person, or asked for by one user; half of them when empty, and never all. Unless it is all of them, the last free one is kept for whoever has used little recently',
  ),
} as const

/** Limits of log output and its retention. */
export const logSettings = {
  outputRate: setting(
    'BERTH_OUTPUT_RATE',
    '1000',
    count,
    'lines per second, of 1 KiB on average, that an instance or a build may print; what is over is dropped and counted',
  ),
  logLimit: setting(
    'BERTH_LOG_LIMIT',
    '64',
    megabytes,
    'log kept of each application, in megabytes',
  ),
  logAge: setting('BERTH_LOG_AGE', '30d', duration, 'log lines older than this are removed'),
} as const

const optionalPort = (text: string) => (text === '' ? undefined : port(text))

/** Public addresses of the router, for links to applications. */
export const visitorSettings = {
  publicHttpPort: setting(
    'BERTH_PUBLIC_HTTP_PORT',
    '',
    optionalPort,
    'port of applications in links, HTTP: 80 behind a proxy; BERTH_HTTP_PORT when empty',
  ),
  publicHttpsPort: setting(
    'BERTH_PUBLIC_HTTPS_PORT',
    '',
    optionalPort,
    'the same for HTTPS: 443 behind a proxy; BERTH_HTTPS_PORT when empty',
  ),
} as const
