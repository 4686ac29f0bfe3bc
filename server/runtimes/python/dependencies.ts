import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import type { BuildStep } from '#platform/model/hosting/recipe/recipe.ts'
import type { PlanOrder } from '#runtimes/planner.ts'
import { quote, setting } from '#runtimes/variable.ts'
import { tableIn, tomlOf } from './python-version.ts'

/** What installs the dependencies, by the file that says so. */
export interface Installation {
  step: BuildStep
  note: string
}

/** The virtual environment of an application, kept from build to build while what it is made from stays the same. */
export const virtualEnvironment = '.venv'
/** Where a Python of uv is, as paths in the virtual environment lead there. */
export const publishedFolder = '.python'

const lockFiles = [
  { lock: 'uv.lock', manager: 'uv', title: 'uv sync' },
  { lock: 'poetry.lock', manager: 'poetry', title: 'poetry install' },
  { lock: 'Pipfile.lock', manager: 'pipenv', title: 'pipenv sync' },
]

/** The manager whose lock file is committed, else pip; for a Python that uv publishes if one is named. */
export async function planInstallation(
  { source, environment }: PlanOrder,
  published?: string,
): Promise<Installation> {
  const install = (title: string, ...words: string[]): BuildStep => ({
    title: title.slice(0, 200),
    command: [
      'python-environment',
      ...(published === undefined ? [] : ['--python', published]),
      ...words,
    ],
  })
  const fromRequirements = (path: string): Installation => ({
    note: `pip installs ${quote(path)}.`,
    step: install(`pip install -r ${path}`, 'pip', path),
  })
  const has = async (path: string) => (await source.read(path)) !== undefined
  const requirements = setting(environment, 'CC_PIP_REQUIREMENTS_FILE')
  if (setting(environment, 'CC_PYTHON_UV_RUN_COMMAND') !== undefined && !(await has('uv.lock'))) {
    throw new Failure(
      'recipe',
      'CC_PYTHON_UV_RUN_COMMAND is set, and uv.lock is not in the repository: run uv lock and commit it.',
    )
  }
  if (requirements !== undefined) {
    if (await has(requirements)) return fromRequirements(requirements)
    throw new Failure(
      'recipe',
      `There is no file ${quote(requirements)}, which CC_PIP_REQUIREMENTS_FILE names.`,
    )
  }
  for (const { lock, manager, title } of lockFiles) {
    if (!(await has(lock))) continue
    const isDevelopment = setting(environment, 'ENVIRONMENT') === 'development'
    return {
      note: `${title} installs what ${lock} locks.`,
      step: install(title, manager, ...(isDevelopment ? ['--dev'] : [])),
    }
  }
  if (await has('requirements.txt')) return fromRequirements('requirements.txt')
  if (isProject(await source.read('pyproject.toml'))) {
    return {
      note: 'pip installs the project of pyproject.toml; no file locks the versions of its dependencies.',
      step: install('pip install .', 'project'),
    }
  }
  return {
    note: 'No dependencies: there is no requirements.txt, uv.lock, poetry.lock, Pipfile.lock or project in pyproject.toml.',
    step: install('python -m venv .venv', 'none'),
  }
}

const isProject = (text: string | undefined) =>
  typeof tableIn(tomlOf('pyproject.toml', text), 'project').name === 'string'

/** Installs a program that the start needs, unless the dependencies brought it. */
export const ensureStep = (name: string): BuildStep => ({
  title: `Looking for ${name}`,
  command: ['sh', '-c', `python -c "import ${name}" 2>/dev/null || pip install --quiet ${name}`],
})

/** uwsgi for a Python that the uwsgi of the system does not have: in one wheel, unless the dependencies brought it. */
export const uwsgiStep: BuildStep = {
  title: 'Looking for uwsgi',
  command: ['sh', '-c', '[ -x .venv/bin/uwsgi ] || pip install --quiet pyuwsgi'],
}

/** Tasks of Django, in their order. */
export const manageTasks = (environment: Environment): BuildStep[] =>
  (setting(environment, 'CC_PYTHON_MANAGE_TASKS') ?? '')
    .split(',')
    .map((task) => task.trim())
    .filter((task) => task !== '')
    .map((task) => ({
      title: `python manage.py ${task}`.slice(0, 200),
      command: ['python', 'manage.py', ...task.split(/\s+/)],
    }))
