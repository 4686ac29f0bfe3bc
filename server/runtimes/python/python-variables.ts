import {
  boolean,
  command,
  type Kind,
  line,
  oneOf,
  type PlatformVariable,
  path,
  version,
} from '#runtimes/variable.ts'

const variable = (name: string, kind: Kind, meaning: string): PlatformVariable => ({
  name,
  kind,
  meaning,
})

const module: Kind = {
  words: 'it must name a module and what to call in it, such as mysite.wsgi:application',
  accepts: (text) => /^[A-Za-z_][\w.]{0,200}(:[A-Za-z_][\w.]{0,200}(\(\))?)?$/.test(text),
}

const moduleName: Kind = {
  words: 'it must be the name of a module, such as mysite',
  accepts: (text) => /^[A-Za-z_][\w.]{0,200}(:[A-Za-z_]\w{0,100})?$/.test(text),
}

const tasks: Kind = {
  words:
    'it must be tasks of manage.py with commas between them, such as migrate, collectstatic --noinput',
  accepts: (text) => line.accepts(text) && text.length <= 2000,
}

/** A whole number between bounds. */
const number = (min: number, max: number): Kind => ({
  words: `it must be a number from ${min} to ${max}`,
  accepts: (text) => /^\d{1,8}$/.test(text) && Number(text) >= min && Number(text) <= max,
})

const word: Kind = {
  words: 'it must be one word of letters, digits, dots, underscores and hyphens',
  accepts: (text) => /^[A-Za-z][\w.-]{0,100}$/.test(text),
}

const backends = ['uwsgi', 'gunicorn', 'uvicorn', 'daphne'] as const
export type Backend = (typeof backends)[number]

/** Variables of Python applications, besides those of every application and of the server in front. */
export const pythonVariables: readonly PlatformVariable[] = [
  variable(
    'CC_PYTHON_VERSION',
    version,
    'The version of Python, such as 3.12 or 3; the newest that Debian has by default.',
  ),
  variable('CC_PYTHON_MODULE', module, 'What serves, such as mysite.wsgi:application.'),
  variable('CC_PYTHON_BACKEND', oneOf(backends), 'What runs that module; uwsgi by default.'),
  variable(
    'CC_PYTHON_UV_RUN_COMMAND',
    command,
    'Starts an application with uv.lock through uv run, such as gunicorn mysite.wsgi; it listens on port 8080 itself.',
  ),
  variable(
    'CC_PIP_REQUIREMENTS_FILE',
    path,
    'The file with the requirements; requirements.txt by default.',
  ),
  variable(
    'CC_PYTHON_MANAGE_TASKS',
    tasks,
    'Tasks of manage.py at the end of the build, with commas between them.',
  ),
  variable(
    'PYTHON_SETUP_PY_GOAL',
    line,
    'Words for python setup.py, run after the dependencies are installed.',
  ),
  variable('CC_PYTHON_USE_GEVENT', boolean, 'uwsgi and gunicorn serve with gevent.'),
  variable(
    'CC_PYTHON_CELERY_MODULE',
    moduleName,
    'The module of a Celery application: a worker runs beside the application.',
  ),
  variable(
    'CC_PYTHON_CELERY_USE_BEAT',
    boolean,
    'Celery beat runs too: once, with several instances in each.',
  ),
  variable(
    'CC_PYTHON_CELERY_LOGFILE',
    path,
    'A file that Celery logs to instead of the log of the application.',
  ),
  variable(
    'HARAKIRI',
    number(1, 86_400),
    'Seconds after which uwsgi ends a request; 180 by default.',
  ),
  variable(
    'WSGI_WORKERS',
    number(1, 256),
    'Processes of uwsgi, gunicorn and uvicorn; 2 by default.',
  ),
  variable('WSGI_THREADS', number(1, 1024), 'Threads of each of them.'),
  variable(
    'WSGI_BUFFER_SIZE',
    number(1024, 65_535),
    'Largest head of a request for uwsgi, in bytes; 4096 by default.',
  ),
  variable(
    'WSGI_POST_BUFFERING',
    number(0, 99_999_999),
    'Bytes from which on uwsgi keeps the body of a request on disk; 4096 by default.',
  ),
  variable('UWSGI_ASYNC', number(1, 100_000), 'Cores of the asynchronous mode of uwsgi.'),
  variable(
    'UWSGI_ASYNC_ENGINE',
    oneOf(['gevent', 'ugreen', 'asyncio']),
    'The engine of that mode.',
  ),
  variable('CC_GUNICORN_WORKER_CLASS', word, 'The worker class of gunicorn, such as gthread.'),
  variable(
    'CC_GUNICORN_TIMEOUT',
    number(0, 86_400),
    'Seconds after which gunicorn ends a silent worker.',
  ),
  variable(
    'CC_GUNICORN_LOGLEVEL',
    oneOf(['debug', 'info', 'warning', 'error', 'critical']),
    'How much gunicorn says.',
  ),
  variable(
    'ENVIRONMENT',
    line,
    'With development, uv, Poetry and Pipenv install the dependencies for development too.',
  ),
]
