import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { runtimeContract } from '#runtimes/runtime.contract.ts'
import { filesSource } from '#tests/source-files.ts'
import { packagedCatalogue } from '#tests/support/packaged-catalogue.ts'
import { createPythonRuntime } from './python-runtime.ts'

const flask = { 'app.py': 'from flask import Flask\napp = Flask(__name__)\n' }
const requirements = { ...flask, 'requirements.txt': 'flask\n' }

runtimeContract({
  create: () => createPythonRuntime(packagedCatalogue),
  smallest: requirements,
  readFiles: [
    ...['app.py', 'manage.py', 'requirements.txt', '.python-version', 'runtime.txt'],
    ...['pyproject.toml', 'Pipfile', 'uv.lock', 'mise.toml', 'clevercloud/cron.json'],
    'clevercloud/http.json',
  ],
})

const runtime = createPythonRuntime(packagedCatalogue)
type Texts = Record<string, string>

const recipeOf = (files: Texts, environment: Texts = {}) =>
  runtime.recipe(filesSource(files), environment)

const failureOf = async (files: Texts, environment: Texts = {}) => {
  const failure = await recipeOf(files, environment).catch((error: unknown) => error)
  assert.ok(failure instanceof Failure, 'there is a recipe')
  return failure.message
}

const versionOf = async (files: Texts, environment: Texts = {}) => {
  const { tools } = await recipeOf({ ...flask, ...files }, environment)
  return tools.find(({ name }) => name === 'python')?.version
}

const titlesOf = async (files: Texts, environment: Texts = {}) =>
  (await recipeOf(files, environment)).build.map(({ title }) => title)

test('Python: the newest by default, else the newest that fits what is asked for', async () => {
  assert.equal(await versionOf({}), '3.13')
  for (const [text, version] of Object.entries({
    '3': '3.13',
    '3.11': '3.11',
    '3.11.4': '3.11',
    '<3.13': '3.11',
    '>=3.9,<3.10': '3.9',
    '~=3.11': '3.13',
    '3.11.*': '3.11',
  })) {
    assert.equal(await versionOf({}, { CC_PYTHON_VERSION: text }), version, text)
  }
})

test('Python: files say the version, the variable before them', async () => {
  const project = (line: string) => ({ 'pyproject.toml': `[project]\nname = "x"\n${line}\n` })
  assert.equal(await versionOf({ '.python-version': '3.11.2\n' }), '3.11')
  assert.equal(await versionOf({ 'runtime.txt': 'python-3.9.18' }), '3.9')
  assert.equal(await versionOf(project('requires-python = ">=3.10,<3.12"')), '3.11')
  assert.equal(await versionOf(project('requires-python = ">=3.11.4"')), '3.13')
  assert.equal(await versionOf({ Pipfile: '[requires]\npython_version = "3.11"\n' }), '3.11')
  const both = { '.python-version': '3.11' }
  assert.equal(await versionOf(both, { CC_PYTHON_VERSION: '3.9' }), '3.9')
})

test('Python: a version that nobody has says which there are', async () => {
  for (const text of ['2', '2.7', '3.6', '>=4', '3.99']) {
    assert.equal(
      await failureOf(flask, { CC_PYTHON_VERSION: text }),
      `There is no Python for CC_PYTHON_VERSION "${text}": 3.9, 3.11, 3.13 are ready, and uv fetches others from 3.8 on.`,
    )
  }
  assert.match(await failureOf(flask, { CC_PYTHON_VERSION: 'new' }), /is not a version of Python/)
})

test('Python: a line that no system has is fetched by uv, beside the newest system', async () => {
  const fetchedFor = async (files: Texts, environment: Texts = {}) => {
    const { build, buildCaches, tools } = await recipeOf({ ...requirements, ...files }, environment)
    const [, flag, version] = build[0]?.command ?? []
    assert.equal(flag, '--python')
    assert.deepEqual(buildCaches, ['.venv', '.python'])
    assert.ok(tools.some(({ name, version: line }) => name === 'python' && line === '3.13'))
    return version
  }
  for (const [text, version] of Object.entries({
    '3.12': '3.12',
    '3.12.4': '3.12.4',
    '3.12.*': '3.12',
    '==3.12.*': '3.12',
    '~=3.12.1': '3.12',
    '>=3.10,<3.11': '3.10',
    '<3.9': '3.8',
    '>=3.14': '3.14',
    '>3.13.99': '3.14',
  })) {
    assert.equal(await fetchedFor({}, { CC_PYTHON_VERSION: text }), version, text)
  }
  assert.equal(await fetchedFor({ '.python-version': '3.12\n' }), '3.12')
  assert.equal(await fetchedFor({ 'mise.toml': '[tools]\npython = "3.14"\n' }), '3.14')
})

test('Python: one of uv brings its own uwsgi, which has gevent', async () => {
  const planned = (environment: Texts) =>
    recipeOf(requirements, { CC_PYTHON_VERSION: '3.12', ...environment })
  const { start, build } = await planned({})
  assert.deepEqual(start.slice(2, 4), ['.venv/bin/uwsgi', '--http-socket=127.0.0.1:9000'])
  assert.equal(build.at(-1)?.title, 'Looking for uwsgi')
  const gevent = await planned({ CC_PYTHON_USE_GEVENT: 'true' })
  assert.ok(gevent.start.includes('--gevent=100'))
  assert.equal(gevent.build.at(-1)?.title, 'Looking for gevent')
})

test('Python: mise.toml chooses a line as the variable does', async () => {
  const mise = (version: string) => versionOf({ 'mise.toml': `[tools]\npython = "${version}"\n` })
  assert.equal(await mise('3.11.4'), '3.11')
  assert.equal(await mise('latest'), '3.13')
})

test('Python: the committed lock file decides what installs', async () => {
  const lock = (name: string) => titlesOf({ ...requirements, [name]: '' })
  assert.deepEqual(await titlesOf(requirements), ['pip install -r requirements.txt'])
  assert.deepEqual(await lock('uv.lock'), ['uv sync'])
  assert.deepEqual(await lock('poetry.lock'), ['poetry install'])
  assert.deepEqual(await lock('Pipfile.lock'), ['pipenv sync'])
  assert.deepEqual(await titlesOf(flask), ['python -m venv .venv'])
  const project = { ...flask, 'pyproject.toml': '[project]\nname = "x"\n' }
  assert.deepEqual(await titlesOf(project), ['pip install .'])
})

test('Python: CC_PIP_REQUIREMENTS_FILE wins over lock files, and has to be there', async () => {
  const environment = { CC_PIP_REQUIREMENTS_FILE: 'prod/requirements.txt' }
  const files = { ...requirements, 'uv.lock': '', 'prod/requirements.txt': '' }
  assert.deepEqual(await titlesOf(files, environment), ['pip install -r prod/requirements.txt'])
  assert.match(await failureOf(requirements, environment), /^There is no file "prod/)
})

test('Python: dependencies for development are installed with ENVIRONMENT=development only', async () => {
  const installOf = async (environment: Texts) =>
    (await recipeOf({ ...flask, 'uv.lock': '' }, environment)).build[0]?.command
  assert.deepEqual(await installOf({}), ['python-environment', 'uv'])
  const development = { ENVIRONMENT: 'development' }
  assert.deepEqual(await installOf(development), ['python-environment', 'uv', '--dev'])
})

test('Python: uv run starts on port 8080, without a server in front', async () => {
  const environment = { CC_PYTHON_UV_RUN_COMMAND: 'gunicorn --bind 0.0.0.0:8080 app:app' }
  const recipe = await recipeOf({ ...flask, 'uv.lock': '' }, environment)
  assert.equal(recipe.start.at(-1), 'exec uv run --no-sync gunicorn --bind 0.0.0.0:8080 app:app')
  assert.ok(!recipe.tools.some(({ name }) => name === 'front'))
  assert.equal(recipe.workers, undefined)
  assert.match(await failureOf(flask, environment), /uv\.lock is not in the repository/)
})

test('Python: everything else listens on port 9000 behind nginx', async () => {
  const recipe = await recipeOf(requirements)
  assert.deepEqual(recipe.start.slice(0, 3), ['env', 'PORT=9000', '/usr/bin/uwsgi'])
  assert.ok(recipe.start.includes('--http-socket=127.0.0.1:9000'))
  assert.ok(recipe.start.includes('--module=app:app'))
  assert.equal(recipe.workers?.[0]?.command[0], 'front')
  const own = await recipeOf(requirements, { CC_RUN_COMMAND: 'python serve.py' })
  assert.deepEqual(own.start, ['env', 'PORT=9000', 'sh', '-c', 'python serve.py'])
  const task = await recipeOf(requirements, { CC_RUN_COMMAND: 'python once.py', CC_TASK: 'true' })
  assert.deepEqual(task.start, ['sh', '-c', 'python once.py'])
})

test('Python: each backend serves the module', async () => {
  const startOf = async (environment: Texts) =>
    (await recipeOf(requirements, { CC_PYTHON_MODULE: 'my.site:api', ...environment })).start
      .slice(2)
      .join(' ')
  assert.match(await startOf({}), /^\/usr\/bin\/uwsgi .*--module=my\.site:api/)
  const patient = { CC_PYTHON_BACKEND: 'gunicorn', WSGI_WORKERS: '4', CC_GUNICORN_TIMEOUT: '9' }
  const [program, bind, workers, patience, module] = (await startOf(patient)).split(' ')
  assert.deepEqual([program, bind, workers], ['gunicorn', '--bind=127.0.0.1:9000', '--workers=4'])
  assert.deepEqual([patience?.split('=')[1], module], ['9', 'my.site:api'])
  assert.match(
    await startOf({ CC_PYTHON_BACKEND: 'uvicorn' }),
    /^uvicorn .*--port=9000.* my\.site:api$/,
  )
  assert.equal(
    await startOf({ CC_PYTHON_BACKEND: 'daphne' }),
    'daphne -b 127.0.0.1 -p 9000 my.site:api',
  )
  const gunicorn = {
    CC_PYTHON_BACKEND: 'gunicorn',
    CC_GUNICORN_WORKER_CLASS: 'gthread',
    CC_GUNICORN_LOGLEVEL: 'debug',
  }
  assert.match(await startOf(gunicorn), /--worker-class=gthread --log-level=debug my/)
  const buffers = { WSGI_BUFFER_SIZE: '8192', WSGI_POST_BUFFERING: '0' }
  assert.match(await startOf(buffers), /--buffer-size=8192 --post-buffering=0/)
  const cores = { UWSGI_ASYNC: '20', UWSGI_ASYNC_ENGINE: 'ugreen' }
  assert.match(await startOf(cores), /--async=20 --ugreen$/)
  assert.match(await startOf({ HARAKIRI: '20', WSGI_THREADS: '3' }), /--threads=3 --harakiri=20/)
  assert.match(await startOf({ CC_PYTHON_USE_GEVENT: 'true' }), /--plugins=python3,gevent_python3/)
})

test('Python: what serves is found where the frameworks put it', async () => {
  const moduleOf = async (files: Texts) => (await recipeOf(files)).notes.join(' ')
  const manage = "os.environ.setdefault('DJANGO_SETTINGS_MODULE', 'shop.settings')"
  assert.match(await moduleOf({ 'manage.py': manage }), /uwsgi serves shop\.wsgi:application/)
  const api = { 'main.py': 'from fastapi import FastAPI\n\napi = FastAPI()\n' }
  assert.match(await moduleOf(api), /uvicorn serves main:api/)
  assert.match(await failureOf({ 'main.py': 'print(1)' }), /set CC_PYTHON_MODULE/)
})

test('Python: setup.py runs with the words of PYTHON_SETUP_PY_GOAL', async () => {
  const titles = await titlesOf(requirements, { PYTHON_SETUP_PY_GOAL: 'build_ext --inplace' })
  assert.equal(titles.at(-1), 'python setup.py build_ext --inplace')
})

test('Python: tasks of Django run at the end of the build, in their order', async () => {
  const environment = { CC_PYTHON_MANAGE_TASKS: 'migrate, collectstatic --noinput' }
  const titles = await titlesOf(requirements, environment)
  const tasks = ['python manage.py migrate', 'python manage.py collectstatic --noinput']
  assert.deepEqual(titles.slice(-2), tasks)
})

test('Python: Celery runs beside the application, and beat when it is wanted', async () => {
  const workersOf = async (environment: Texts) =>
    (await recipeOf(requirements, environment)).workers?.map(({ command }) => command.join(' '))
  const celery = { CC_PYTHON_CELERY_MODULE: 'shop' }
  const logged = await workersOf({ ...celery, CC_PYTHON_CELERY_LOGFILE: 'celery.log' })
  assert.match(logged?.[1] ?? '', / --logfile=celery\.log$/)
  assert.deepEqual((await workersOf(celery))?.slice(1), [
    'celery --app=shop worker --loglevel=info',
  ])
  const beat = await workersOf({
    ...celery,
    CC_PYTHON_CELERY_USE_BEAT: 'true',
    CC_WORKER_COMMAND: 'x',
  })
  assert.equal(beat?.length, 4)
  assert.match(beat?.[2] ?? '', /^celery --app=shop beat /)
})

test('static front: files are served below their prefix, and at / where there is one', async () => {
  const frontOf = async (environment: Texts) =>
    (await recipeOf(requirements, environment)).workers?.[0]?.command.slice(2)
  assert.deepEqual(await frontOf({ STATIC_FILES_PATH: './static/', STATIC_URL_PREFIX: 'assets' }), [
    '--prefix=/assets/',
    '--files=static',
  ])
  assert.deepEqual(await frontOf({ STATIC_FILES_PATH: 'public' }), ['--prefix=/', '--files=public'])
  assert.deepEqual(await frontOf({ STATIC_WEBROOT: 'site' }), ['--prefix=/', '--files=site'])
  const both = { STATIC_WEBROOT: 'site', STATIC_FILES_PATH: 'public' }
  assert.match(await failureOf(requirements, both), /both served at \//)
  assert.match(
    await failureOf(requirements, { STATIC_URL_PREFIX: '/x; return 200' }),
    /^STATIC_URL_PREFIX is/,
  )
})

test('static front: compression and time limits are options of it', async () => {
  const optionsOf = async (environment: Texts) =>
    (await recipeOf(requirements, environment)).workers?.[0]?.command.slice(1)
  const gzip = { ENABLE_GZIP_COMPRESSION: 'true', GZIP_TYPES: 'text/css text/plain' }
  const [patience, types] = (await optionsOf({ ...gzip, NGINX_READ_TIMEOUT: '20' })) ?? []
  assert.equal(patience?.split('=')[1], '20')
  assert.equal(types, '--gzip=text/css text/plain')
})
