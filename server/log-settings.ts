import { count, duration, megabytes, setting } from '#kit/setting-kinds.ts'

/** What applications and builds may print, and what is kept of it. */
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
