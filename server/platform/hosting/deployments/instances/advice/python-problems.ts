import type { KnownProblem } from './known-problem.ts'

/** Which no package brings back under its name. */
const removedModule: KnownProblem = {
  signs: [
    "ModuleNotFoundError: No module named 'distutils'",
    "ModuleNotFoundError: No module named 'imp'",
    "ModuleNotFoundError: No module named 'cgi'",
    "ModuleNotFoundError: No module named 'pkg_resources'",
  ],
  advice: [
    'A package is too old for this Python, which no longer has that module: ask for a newer release of the package, add setuptools to the requirements (for distutils and pkg_resources), or set CC_PYTHON_VERSION=3.11.',
  ],
  isPermanent: true,
}

/** Of a package that was not installed Python says where it was imported, which is the line to look at. */
const noModule: KnownProblem = {
  signs: ['ModuleNotFoundError: No module named '],
  unless: [removedModule],
  advice: [
    'A module that is imported is not installed: add the package that has it to requirements.txt (or by uv add, poetry add, pipenv install) and commit that with its lock file. For a module of your own, correct the name in CC_PYTHON_MODULE, or set APP_FOLDER to the folder that it is in.',
  ],
  isPermanent: true,
}

const noCallable: KnownProblem = {
  signs: [
    "unable to load app 0 (mountpoint='') (callable not found or import error)",
    'no python application found, check your startup logs for errors',
    'gunicorn.errors.AppImportError',
    'Error loading ASGI app. Attribute ',
  ],
  unless: [noModule, removedModule],
  advice: [
    'The module has nothing to serve by that name, or cannot be imported, as the lines above say: CC_PYTHON_MODULE is a module and what to call in it, such as app:app for `app = Flask(__name__)` in app.py, or mysite.wsgi:application for Django.',
  ],
  isPermanent: true,
}

const noSecretKey: KnownProblem = {
  signs: ['The SECRET_KEY setting must not be empty'],
  advice: [
    'Django does not start without SECRET_KEY: make one with `berth secret generate`, set it with `berth env set SECRET_KEY <secret>`, and read it in the settings: SECRET_KEY = os.environ["SECRET_KEY"].',
  ],
  isPermanent: true,
}

const disallowedHost: KnownProblem = {
  signs: ['Invalid HTTP_HOST header: ', 'CommandError: You must set settings.ALLOWED_HOSTS'],
  advice: [
    'Django answers 400 to hosts that it does not know. Add the domains of the application to ALLOWED_HOSTS in the settings, or "*" for any: the router passes on requests for its domains only.',
  ],
}

const noTable: KnownProblem = {
  signs: [
    'django.db.utils.ProgrammingError: relation "',
    'django.db.utils.OperationalError: no such table',
  ],
  advice: [
    'The database lacks tables of the application: set CC_PYTHON_MANAGE_TASKS=migrate, which runs in the build.',
  ],
}

const asgiUnderWsgi: KnownProblem = {
  signs: [
    "TypeError: FastAPI.__call__() missing 1 required positional argument: 'send'",
    "missing 1 required positional argument: 'send'",
  ],
  advice: [
    'The application speaks ASGI and is served as WSGI: set CC_PYTHON_BACKEND=uvicorn (or daphne).',
  ],
  isPermanent: true,
}

const noVariable: KnownProblem = {
  signs: (line) => /^KeyError: '[A-Z][A-Z0-9_]{2,60}'$/.test(line),
  advice: [
    'A variable is read that is not set: `berth env` lists those of the application. A linked add-on sets its own, such as POSTGRESQL_ADDON_URI, and no DATABASE_URL: read that name, or set the other one to the same value.',
  ],
  isPermanent: true,
}

const refused: KnownProblem = {
  signs: (line) =>
    /OperationalError.{0,200}(connection failed|[Cc]onnection refused|Can't connect)/.test(line) ||
    line.includes('redis.exceptions.ConnectionError: Error 111'),
  advice: [
    'A server does not accept the connection. For a database link the add-on and connect where its variables say (POSTGRESQL_ADDON_HOST, MYSQL_ADDON_HOST, REDIS_HOST, …): localhost is the instance itself.',
  ],
}

const noLibrary: KnownProblem = {
  signs: (line) => /^ImportError: lib[\w.+-]{1,100}: cannot open shared object file/.test(line),
  advice: [
    'A package needs a library of C that is not here: choose one that brings it, such as opencv-python-headless in the place of opencv-python, or psycopg[binary]; or use a Dockerfile that installs it.',
  ],
  isPermanent: true,
}

const oldLanguage: KnownProblem = {
  signs: ["SyntaxError: Missing parentheses in call to 'print'"],
  advice: [
    'The application is written for Python 2, which has had no fixes since 2020: let `2to3` or a newer release translate it, or deploy it by a Dockerfile with an image of Python 2.',
  ],
  isPermanent: true,
}

const slowRequest: KnownProblem = {
  signs: ['[CRITICAL] WORKER TIMEOUT (pid:', '*** HARAKIRI ON WORKER '],
  advice: [
    'A request took longer than a worker may take, which was ended: make it shorter or give the work to Celery (CC_PYTHON_CELERY_MODULE), or allow more seconds with HARAKIRI for uwsgi and CC_GUNICORN_TIMEOUT for gunicorn.',
  ],
}

const largeHead: KnownProblem = {
  signs: (line) => /^invalid request block size: \d{1,9} \(max \d{1,9}\)/.test(line),
  advice: [
    'The head of a request (most often its cookies) is larger than uwsgi reads: set WSGI_BUFFER_SIZE to more bytes, such as 16384.',
  ],
}

const killed: KnownProblem = {
  signs: (line) =>
    line.includes('was sent SIGKILL! Perhaps out of memory?') ||
    (line.includes('DAMN ! worker ') && line.includes('killed by signal 9')),
  advice: [
    'A worker was killed, most often because the instance has too little memory for all of them: set WSGI_WORKERS=1, or choose a larger flavor.',
  ],
}

export const pythonProblems: readonly KnownProblem[] = [
  removedModule,
  noModule,
  noCallable,
  noSecretKey,
  disallowedHost,
  noTable,
  asgiUnderWsgi,
  noVariable,
  refused,
  noLibrary,
  oldLanguage,
  slowRequest,
  largeHead,
  killed,
]
