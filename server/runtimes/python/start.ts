import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { type Environment, isOn } from '#platform/model/hosting/environment.ts'
import type { BuildStep, Worker } from '#platform/model/hosting/recipe/recipe.ts'
import { behindFront } from '#runtimes/front/front.ts'
import type { PlanOrder } from '#runtimes/planner.ts'
import { setting } from '#runtimes/variable.ts'
import { ensureStep, uwsgiStep } from './dependencies.ts'
import { findModule } from './find-module.ts'
import type { Backend } from './python-variables.ts'

export interface PythonStart {
  command: [string, ...string[]]
  /** At the end of the build. */
  build: BuildStep[]
  /** The server for static files is in front of it. */
  hasFront: boolean
  note: string
}

const listens = `127.0.0.1:${behindFront}`
const onPort = ['env', `PORT=${behindFront}`] as const

/** What serves, in the order in which one wins over the other. */
export async function planStart(order: PlanOrder, published?: string): Promise<PythonStart> {
  const { environment } = order
  const uv = setting(environment, 'CC_PYTHON_UV_RUN_COMMAND')
  const run = setting(environment, 'CC_RUN_COMMAND')
  const module = setting(environment, 'CC_PYTHON_MODULE')
  if (run !== undefined) {
    // As with uv, which has no server in front of it, so that one variable does not move the port.
    const hasFront = uv === undefined && !isOn(environment, 'CC_TASK')
    return {
      command: [...(hasFront ? onPort : []), 'sh', '-c', run] as [string, ...string[]],
      build: [],
      hasFront,
      note: hasFront
        ? `CC_RUN_COMMAND starts the application, which listens on port ${behindFront}: nginx is in front of it.`
        : 'CC_RUN_COMMAND starts the application.',
    }
  }
  if (uv !== undefined) {
    return {
      command: ['sh', '-c', `exec uv run --no-sync ${uv}`],
      build: [],
      hasFront: false,
      note: 'uv run starts the application (CC_PYTHON_UV_RUN_COMMAND), which listens on 0.0.0.0:8080.',
    }
  }
  const found = module === undefined ? await findModule(order) : { module, note: '' }
  if (!found) {
    throw new Failure(
      'recipe',
      `Nothing says what serves the application: set CC_PYTHON_MODULE to a module and what to call in it, such as app:app, or CC_RUN_COMMAND to a command that listens on port ${behindFront}.`,
    )
  }
  const backend =
    (setting(environment, 'CC_PYTHON_BACKEND') as Backend | undefined) ?? found.backend ?? 'uwsgi'
  const { command, build } = servers[backend](found.module, environment, published !== undefined)
  return {
    command,
    build,
    hasFront: true,
    note: `${backend} serves ${found.module}${found.note}.`,
  }
}

interface Server {
  command: [string, ...string[]]
  /** Brings what the dependencies need not name. */
  build: BuildStep[]
}

type PlanServer = (module: string, environment: Environment, isPublished: boolean) => Server

const servers: Record<Backend, PlanServer> = {
  uwsgi: (module, environment, isPublished) => {
    const { option, workers, threads } = options(environment)
    const gevent = isOn(environment, 'CC_PYTHON_USE_GEVENT')
    const engine = setting(environment, 'UWSGI_ASYNC_ENGINE')
    const usesGevent = gevent || engine === 'gevent'
    return {
      build: isPublished ? [uwsgiStep, ...(usesGevent ? [ensureStep('gevent')] : [])] : [],
      command: [
        ...onPort,
        // The one of the system has its interpreter as a plugin; one of the virtual environment is a part of its own, and does not know the option.
        ...(isPublished
          ? (['.venv/bin/uwsgi'] as const)
          : ([
              '/usr/bin/uwsgi',
              `--plugins=python3${usesGevent ? ',gevent_python3' : ''}`,
            ] as const)),
        `--http-socket=${listens}`,
        '--master',
        '--die-on-term',
        '--need-app',
        '--single-interpreter',
        '--enable-threads',
        '--disable-logging',
        '--log-5xx',
        '--virtualenv=.venv',
        '--pythonpath=.',
        `--module=${module.includes(':') ? module : `${module}:application`}`,
        `--processes=${workers}`,
        ...(threads ? [`--threads=${threads}`] : []),
        `--harakiri=${option('HARAKIRI', '180')}`,
        `--buffer-size=${option('WSGI_BUFFER_SIZE', '4096')}`,
        `--post-buffering=${option('WSGI_POST_BUFFERING', '4096')}`,
        ...(gevent ? [`--gevent=${option('UWSGI_ASYNC', '100')}`] : asynchronous(environment)),
      ],
    }
  },
  gunicorn: (module, environment) => {
    const { workers, threads } = options(environment)
    const gevent = isOn(environment, 'CC_PYTHON_USE_GEVENT')
    const workerClass =
      setting(environment, 'CC_GUNICORN_WORKER_CLASS') ?? (gevent ? 'gevent' : undefined)
    const given = (name: string, flag: string) => {
      const value = setting(environment, name)
      return value === undefined ? [] : [`${flag}=${value}`]
    }
    return {
      build: ['gunicorn', ...(workerClass === 'gevent' ? ['gevent'] : [])].map(ensureStep),
      command: [
        ...onPort,
        'gunicorn',
        `--bind=${listens}`,
        `--workers=${workers}`,
        ...(threads ? [`--threads=${threads}`] : []),
        ...(workerClass ? [`--worker-class=${workerClass}`] : []),
        ...given('CC_GUNICORN_TIMEOUT', '--timeout'),
        ...given('CC_GUNICORN_LOGLEVEL', '--log-level'),
        module,
      ],
    }
  },
  uvicorn: (module, environment) => ({
    build: [ensureStep('uvicorn')],
    command: [
      ...onPort,
      'uvicorn',
      '--host=127.0.0.1',
      `--port=${behindFront}`,
      '--proxy-headers',
      `--workers=${options(environment).workers}`,
      '--no-access-log',
      module,
    ],
  }),
  daphne: (module) => ({
    build: [ensureStep('daphne')],
    command: [...onPort, 'daphne', '-b', '127.0.0.1', '-p', String(behindFront), module],
  }),
}

function options(environment: Environment) {
  return {
    option: (name: string, usual: string) => setting(environment, name) ?? usual,
    workers: setting(environment, 'WSGI_WORKERS') ?? '2',
    threads: setting(environment, 'WSGI_THREADS'),
  }
}

function asynchronous(environment: Environment): string[] {
  const cores = setting(environment, 'UWSGI_ASYNC')
  if (cores === undefined) return []
  const engine = setting(environment, 'UWSGI_ASYNC_ENGINE')
  return [`--async=${cores}`, ...(engine && engine !== 'gevent' ? [`--${engine}`] : [])]
}

/** Celery beside the application. Beat is a process of its own, because a worker that carries it along must be the only one. */
export function celeryWorkers(environment: Environment): Worker[] {
  const module = setting(environment, 'CC_PYTHON_CELERY_MODULE')
  if (module === undefined) return []
  const log = setting(environment, 'CC_PYTHON_CELERY_LOGFILE')
  const celery = (...words: string[]): Worker => ({
    command: [
      'celery',
      `--app=${module}`,
      ...words,
      '--loglevel=info',
      ...(log ? [`--logfile=${log}`] : []),
    ],
    restart: 'always',
    delay: 1000,
  })
  const beat = celery('beat', '--schedule=/tmp/celerybeat-schedule', '--pidfile=')
  return [celery('worker'), ...(isOn(environment, 'CC_PYTHON_CELERY_USE_BEAT') ? [beat] : [])]
}
