import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import { ruleVariables } from '#platform/model/hosting/scale-rules.ts'
import {
  basicCredentials,
  boolean,
  checkInterval,
  command,
  duration,
  fileName,
  type Kind,
  line,
  oneOf,
  type PlatformVariable,
  path,
  paths,
  percentage,
  privateKey,
  probation,
  quote,
  rate,
  requestPath,
  seconds,
  setting,
  volume,
} from '#runtimes/variable.ts'

const variable = (
  name: string,
  kind: PlatformVariable['kind'],
  meaning: string,
): PlatformVariable => ({ name, kind, meaning })

const flowFile: Kind = {
  words: 'it must be a file of the repository of letters, digits, dots, underscores and hyphens',
  accepts: (text) =>
    /^[\w./-]{1,255}$/.test(text) && !text.startsWith('-') && !text.split('/').includes('..'),
}

const storageSize: Kind = {
  words: 'it must be a size such as 256m or 1g',
  accepts: (text) => /^[1-9]\d{0,4}[kmg]$/i.test(text),
}

/** Variables with the same meaning for every type of application. */
export const pipelineVariables: readonly PlatformVariable[] = [
  variable('APP_FOLDER', path, 'The folder of the repository that holds the application.'),
  variable('CC_PRE_BUILD_HOOK', command, 'Runs before the dependencies are installed.'),
  variable('CC_POST_BUILD_HOOK', command, 'Runs at the end of the build.'),
  variable('CC_PRE_RUN_HOOK', command, 'Runs in each instance before the application starts.'),
  variable('CC_RUN_COMMAND', command, 'Starts the application instead of what its files say.'),
  variable('CC_RUN_SUCCEEDED_HOOK', command, 'Runs once the deployment has succeeded.'),
  variable('CC_RUN_FAILED_HOOK', command, 'Runs once the application has failed to start.'),
  variable('CC_WORKER_COMMAND', command, 'Runs beside the application in each instance.'),
  variable('CC_WORKER_COMMAND_<n>', command, 'Another one, numbered from 0.'),
  variable(
    'CC_WORKER_RESTART',
    oneOf(['always', 'on-failure', 'no']),
    'Whether a worker that has ended is started again; on-failure by default.',
  ),
  variable('CC_WORKER_RESTART_DELAY', seconds, 'How long to wait before that; 1 by default.'),
  variable(
    'CC_HTTP_BASIC_AUTH',
    basicCredentials,
    'A user and a password that visitors need, such as anna:secret; in force as soon as it is set.',
  ),
  variable('CC_HTTP_BASIC_AUTH_<n>', basicCredentials, 'Another one, numbered from 0.'),
  variable('CC_HEALTH_CHECK_PATH', requestPath, 'Must answer GET with 200; / by default.'),
  variable('CC_HEALTH_CHECK_PATH_<n>', requestPath, 'Another one, numbered from 0.'),
  variable(
    'CC_HEALTH_CHECK_DEADLINE',
    duration,
    "How long the application gets to answer; the operator's BERTH_HEALTH_CHECK_TIMEOUT by default, and BERTH_SLOW_START_TIMEOUT for Play and sbt.",
  ),
  variable(
    ruleVariables.cpuUp,
    percentage,
    'Autoscaling adds instances above this part of their CPUs; 75 by default.',
  ),
  variable(
    ruleVariables.cpuDown,
    percentage,
    'It removes them below this one; 25 by default, and at most half of the other.',
  ),
  variable(
    ruleVariables.memoryUp,
    percentage,
    'It takes a larger size above this part of the memory of an instance; 85 by default.',
  ),
  variable(
    ruleVariables.requests,
    rate,
    'It adds instances when each serves more requests per second than this; not by default.',
  ),
  variable(
    'CC_PROBATION',
    probation,
    "How long a new version is on probation after the switch; the operator's BERTH_PROBATION by default.",
  ),
  variable(
    'CC_AUTO_ROLLBACK',
    boolean,
    "Whether a version that dies soon after its probation goes back to the release before; the operator's BERTH_AUTO_ROLLBACK by default.",
  ),
  variable(
    'CC_HEALTH_CHECK_INTERVAL',
    checkInterval,
    'How often serving instances are checked; one that stops answering is restarted. Not at all by default.',
  ),
  variable(
    'CC_LIVENESS_PATH',
    requestPath,
    'What that check asks for instead of the paths of the health check.',
  ),
  variable(
    'CC_FS_BUCKET',
    volume,
    'Where a linked bucket is mounted in each instance: <path>:<BUCKET_HOST>.',
  ),
  variable('CC_FS_BUCKET_<n>', volume, 'Another one, numbered from 0.'),
  variable('CC_TASK', boolean, 'CC_RUN_COMMAND runs once and nothing has to listen.'),
  variable(
    'CC_TROUBLESHOOT',
    boolean,
    'The log says more, and a failed instance stays for a while.',
  ),
  variable('CC_DISABLE_BUILD_CACHE_UPLOAD', boolean, 'What was built is not kept for later.'),
  variable(
    'CC_IGNORE_FROM_BUILDCACHE',
    paths,
    'Paths that are left out when what was built is kept.',
  ),
  variable('CC_OVERRIDE_BUILDCACHE', paths, 'The only paths that are kept of what was built.'),
  variable(
    'CC_CACHE_DEPENDENCIES',
    boolean,
    'What was fetched for the dependencies is kept between builds, unless this is false.',
  ),
  variable('CC_DISABLE_GIT_SUBMODULES', boolean, 'The folders of Git submodules stay empty.'),
  variable('CC_DISABLE_MISE', boolean, 'mise.toml is not read.'),
  variable('CC_MISE_FILE_PATH', path, 'Another path of mise.toml.'),
  variable(
    'CC_REQUEST_FLOW',
    line,
    'Programs in front of the application, with commas between them: block, custom, oauth2-proxy, varnish; disable for none.',
  ),
  variable(
    'CC_REQUEST_FLOW_CUSTOM',
    command,
    'The command of custom, with @@LISTEN_PORT@@ and @@FORWARD_PORT@@.',
  ),
  variable(
    'CC_VARNISH_FILE',
    flowFile,
    'The configuration of varnish; clevercloud/varnish.vcl by default.',
  ),
  variable(
    'CC_VARNISH_STORAGE_SIZE',
    storageSize,
    'How much memory the cache of varnish takes, such as 256m; 64m by default.',
  ),
  variable(
    'CC_SSH_PRIVATE_KEY',
    privateKey,
    'The key with which the build fetches Git dependencies over SSH.',
  ),
  variable(
    'CC_SSH_PRIVATE_KEY_FILE',
    fileName,
    'The name of its file in .ssh; id_ed25519 by default.',
  ),
]

/** Throws at the first variable of the list with an invalid value. */
export function checkVariables(
  environment: Environment,
  variables: readonly PlatformVariable[],
): void {
  for (const { name, kind } of variables) {
    for (const found of namesLike(name, environment)) {
      const text = setting(environment, found)
      if (text === undefined || kind.accepts(text)) continue
      const what = kind.isSecret ? `${found} cannot be used: ` : `${found} is ${quote(text)}, and `
      throw new Failure('recipe', `${what}${kind.words}.`)
    }
  }
}

/** Set variables that match a name of the list, lowest number first. */
export function namesLike(name: string, environment: Environment): string[] {
  const prefix = name.replace('<n>', '')
  if (prefix === name) return name in environment ? [name] : []
  const numberOf = (found: string) => Number(found.slice(prefix.length))
  return Object.keys(environment)
    .filter((found) => found.startsWith(prefix) && /^\d{1,4}$/.test(found.slice(prefix.length)))
    .sort((one, other) => numberOf(one) - numberOf(other))
}
