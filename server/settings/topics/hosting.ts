import {
  count,
  duration,
  megabytes,
  optionalCount,
  setting,
  text,
  yesOrNo,
} from '#kit/setting-kinds.ts'

/** Concurrency of deployments, in total and per owner. */
export const deploymentSettings = {
  maxConcurrentDeployments: setting(
    'BERTH_MAX_CONCURRENT_DEPLOYMENTS',
    '4',
    count,
    'deployments that run at the same time',
  ),
  maxDeploymentsPerOwner: setting(
    'BERTH_MAX_CONCURRENT_DEPLOYMENTS_PER_OWNER',
    '',
    optionalCount,
    'how many of those may be of the owners that count for one person, or asked for by one user; half of them when empty, and never all. Unless it is all of them, the last free one is kept for whoever has used little recently',
  ),
} as const

/** Repositories elsewhere that applications are deployed from. */
export const repositorySettings = {
  repositoryInterval: setting(
    'BERTH_REPOSITORY_INTERVAL',
    '5m',
    duration,
    'how often a connected repository is looked at, beside its webhooks',
  ),
  gitHostsFile: setting(
    'BERTH_GIT_HOSTS_FILE',
    '',
    text,
    'JSON file with Git hosts to register at each start: a list of objects with kind and url, and name, apiUrl, sshPort, token and tokenUse where they differ from the usual',
  ),
} as const

/** Health of a version before and after visitors are switched to it. */
export const healthSettings = {
  slowStartTimeout: setting(
    'BERTH_SLOW_START_TIMEOUT',
    '180s',
    duration,
    'the same for applications on a JVM (Play 1, Play 2, sbt), which start slowly; BERTH_HEALTH_CHECK_TIMEOUT where that is longer',
  ),
  probation: setting(
    'BERTH_PROBATION',
    '5s',
    duration,
    'how long the previous version stays ready after the switch: a new one that crashes or stops answering meanwhile is switched back; 0 for none, CC_PROBATION of an application wins',
  ),
  autoRollback: setting(
    'BERTH_AUTO_ROLLBACK',
    'off',
    yesOrNo('on', 'off'),
    'on: a version of which an instance exits three times soon after its probation goes back to the release before, once; CC_AUTO_ROLLBACK of an application wins',
  ),
  autoRollbackWindow: setting(
    'BERTH_AUTO_ROLLBACK_WINDOW',
    '10m',
    duration,
    'how long after its probation a version may be rolled back automatically',
  ),
} as const

/** Shells inside running instances. */
export const shellSettings = {
  shellIdleTimeout: setting(
    'BERTH_SHELL_IDLE_TIMEOUT',
    '1h',
    duration,
    'how long a shell in an instance may be without input and output before it is closed',
  ),
} as const

/** Limits of log output and its retention. */
export const logSettings = {
  outputRate: setting(
    'BERTH_OUTPUT_RATE',
    '1000',
    count,
    'lines per second, of 1 KiB on average, that an instance or a build may print; further lines are dropped and counted',
  ),
  logLimit: setting(
    'BERTH_LOG_LIMIT',
    '64',
    megabytes,
    'log kept of each application, in megabytes',
  ),
  logAge: setting('BERTH_LOG_AGE', '30d', duration, 'log lines older than this are removed'),
} as const
