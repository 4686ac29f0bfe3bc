import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { type Environment, isOn } from '#platform/model/hosting/environment.ts'
import type { Worker } from '#platform/model/hosting/recipe/recipe.ts'
import { behindFront } from '#runtimes/front/front.ts'
import type { PlanOrder } from '#runtimes/planner.ts'
import { quote, setting } from '#runtimes/variable.ts'
import type { Bundle } from './bundle.ts'

export interface RubyStart {
  command: [string, ...string[]]
  /** The server for static files is in front of it. */
  hasFront: boolean
  note: string
}

const host = '127.0.0.1'
const port = String(behindFront)
const onPort = ['env', `PORT=${port}`] as const

/** What serves: the owner's command, else `config.ru` under a server of the bundle. */
export async function planStart(
  { source, environment }: PlanOrder,
  bundle: Bundle | undefined,
): Promise<RubyStart> {
  const run = setting(environment, 'CC_RUN_COMMAND')
  if (run !== undefined) {
    const hasFront = !isOn(environment, 'CC_TASK')
    return {
      command: [...(hasFront ? onPort : []), 'sh', '-c', run] as [string, ...string[]],
      hasFront,
      note: hasFront
        ? `CC_RUN_COMMAND starts the application, which listens on port ${port}: nginx is in front of it.`
        : 'CC_RUN_COMMAND starts the application.',
    }
  }
  if ((await source.read('config.ru')) === undefined) {
    throw new Failure(
      'recipe',
      `There is no config.ru, which says what serves: write one, such as \`require_relative "app"\` and \`run Sinatra::Application\`, or set CC_RUN_COMMAND to a command that listens on port ${port}.`,
    )
  }
  const server = setting(environment, 'CC_RACKUP_SERVER') ?? 'puma'
  requireServer(server, bundle)
  const words = commandOf(server, await configOf(source, server))
  return {
    command: [...onPort, 'bundle', 'exec', ...words],
    hasFront: true,
    note: `${server} serves config.ru.`,
  }
}

/** Bundler loads gems of the bundle only, so a server that is not in it cannot start. */
function requireServer(server: string, bundle: Bundle | undefined): void {
  if (!bundle) {
    throw new Failure(
      'recipe',
      `There is no Gemfile: run \`bundle init && bundle add rack ${server}\` and commit Gemfile and Gemfile.lock, or set CC_RUN_COMMAND to a command that listens on port ${port}.`,
    )
  }
  const { lock } = bundle
  if (!lock) return
  if (!lock.gems.has(server)) {
    const other = Object.keys(commands).find((name) => lock.gems.has(name))
    throw new Failure(
      'recipe',
      `${lock.path} has no gem ${quote(server)}, which is to serve config.ru: run \`bundle add ${server}\` and commit it${other ? `, or set CC_RACKUP_SERVER=${other}` : ''}.`,
    )
  }
  if (!Object.hasOwn(commands, server) && !lock.gems.has('rackup') && !lock.gems.has('rack')) {
    throw new Failure(
      'recipe',
      `${lock.path} has no gem "rackup", which starts ${quote(server)}: run \`bundle add rackup\` and commit it.`,
    )
  }
}

const configFiles: Readonly<Record<string, string>> = {
  thin: 'config/thin.yml',
  unicorn: 'config/unicorn.rb',
}

const configOf = async (source: PlanOrder['source'], server: string) => {
  const path = Object.hasOwn(configFiles, server) ? configFiles[server] : undefined
  return path !== undefined && (await source.read(path)) !== undefined ? path : undefined
}

/** Servers with a program of their own, which reads more than rackup would give it; puma and falcon find their configuration themselves. */
const commands: Readonly<Record<string, (config: string | undefined) => string[]>> = {
  puma: () => ['puma', `--bind=tcp://${host}:${port}`, 'config.ru'],
  falcon: () => ['falcon', 'serve', '--bind', `http://${host}:${port}`],
  thin: (config) => [
    ...['thin', ...(config ? [`--config=${config}`] : []), `--address=${host}`, `--port=${port}`],
    ...['--rackup=config.ru', 'start'],
  ],
  unicorn: (config) => [
    ...['unicorn', `--listen=${host}:${port}`, ...(config ? [`--config-file=${config}`] : [])],
    'config.ru',
  ],
}

const commandOf = (server: string, config: string | undefined): string[] =>
  Object.hasOwn(commands, server)
    ? (commands[server]?.(config) ?? [])
    : ['rackup', `--host=${host}`, `--port=${port}`, `--server=${server}`, 'config.ru']

/** Sidekiq beside the application: one process, or one for each of the files. */
export function sidekiqWorkers(environment: Environment, bundle: Bundle | undefined): Worker[] {
  if (!isOn(environment, 'CC_ENABLE_SIDEKIQ')) return []
  if (bundle?.lock && !bundle.lock.gems.has('sidekiq')) {
    throw new Failure(
      'recipe',
      `CC_ENABLE_SIDEKIQ is set, and ${bundle.lock.path} has no gem "sidekiq": run \`bundle add sidekiq\` and commit it.`,
    )
  }
  const files = (setting(environment, 'CC_SIDEKIQ_FILES') ?? '')
    .split(',')
    .map((path) => path.trim())
    .filter((path) => path !== '')
  const sidekiq = (...words: string[]): Worker => ({
    command: ['bundle', 'exec', 'sidekiq', ...words],
    restart: 'always',
    delay: 1000,
  })
  return files.length === 0 ? [sidekiq()] : files.map((path) => sidekiq(`--config=${path}`))
}
