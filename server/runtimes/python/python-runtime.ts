import { isOn } from '#platform/model/hosting/environment.ts'
import type { BuildStep } from '#platform/model/hosting/recipe/recipe.ts'
import type { Catalogue } from '#runtimes/choose-version.ts'
import { behindFront, frontOf } from '#runtimes/front/front.ts'
import { frontVariables } from '#runtimes/front/front-variables.ts'
import { readHttpSettings } from '#runtimes/front/http-settings.ts'
import { type PlannedRuntime, withPipeline } from '#runtimes/pipeline/pipeline.ts'
import type { PlannedRecipe, PlanOrder } from '#runtimes/planner.ts'
import { setting } from '#runtimes/variable.ts'
import {
  ensureStep,
  manageTasks,
  planInstallation,
  publishedFolder,
  virtualEnvironment,
} from './dependencies.ts'
import { pythonVariables } from './python-variables.ts'
import { choosePython } from './python-version.ts'
import { celeryWorkers, planStart } from './start.ts'

/** Applications in Python: WSGI and ASGI behind a server for static files, or what `uv run` starts. */
export function createPythonRuntime(catalogue: Catalogue): PlannedRuntime {
  const planner = {
    type: 'python',
    title: 'Python',
    variables: [...pythonVariables, ...frontVariables],
    choosesVersionOf: 'python',
    plan: (order: PlanOrder) => planPython(order, catalogue),
  }
  return withPipeline(planner, catalogue)
}

async function planPython(order: PlanOrder, catalogue: Catalogue): Promise<PlannedRecipe> {
  const { environment } = order
  const python = await choosePython(order, catalogue)
  const { step: install, note } = await planInstallation(order, python.published)
  const start = await planStart(order, python.published)
  const front = start.hasFront
    ? frontOf(environment, await readHttpSettings(order), order.ports.front)
    : undefined
  const celery = celeryWorkers(environment)
  return {
    runtime: 'python',
    tools: [
      { name: 'python', version: python.version },
      { name: 'python-environment', version: '1' },
      ...(front ? [front.tool] : []),
    ],
    programs: [`${virtualEnvironment}/bin`],
    build: [
      install,
      ...setupStep(setting(environment, 'PYTHON_SETUP_PY_GOAL')),
      ...start.build,
      ...(celery.length > 0 ? [ensureStep('celery')] : []),
      ...manageTasks(environment),
    ],
    buildCaches: [virtualEnvironment, ...(python.published ? [publishedFolder] : [])],
    start: start.command,
    ...(front && { listensAt: order.ports.front }),
    listenAdvice: start.hasFront
      ? `Behind the server for static files it listens on 127.0.0.1:${behindFront}: PORT says so.`
      : 'Listen on 0.0.0.0:8080: PORT says so.',
    workers: [...(front ? [front.worker] : []), ...celery],
    environment: {
      // What a program prints is in the log at once, and not when it has filled a buffer.
      PYTHONUNBUFFERED: '1',
      PIP_DISABLE_PIP_VERSION_CHECK: '1',
    },
    notes: [python.note, note, start.note, ...(front?.notes ?? [])],
    warnings: python.published ? [] : geventWarning(environment, python.version),
  }
}

const setupStep = (goal: string | undefined): BuildStep[] =>
  goal === undefined
    ? []
    : [
        {
          title: `python setup.py ${goal}`.slice(0, 200),
          command: ['python', 'setup.py', ...goal.split(/\s+/)],
        },
      ]

const geventWarning = (environment: PlanOrder['environment'], version: string): string[] =>
  isOn(environment, 'CC_PYTHON_USE_GEVENT') && version === '3.9'
    ? ['The uwsgi of Python 3.9 has no gevent here: choose a newer CC_PYTHON_VERSION, or gunicorn.']
    : []
