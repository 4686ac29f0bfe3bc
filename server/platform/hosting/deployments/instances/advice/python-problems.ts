import type { KnownProblem } from './known-problem.ts'

/** Of a package that was not installed Python says where it was imported, which is the line to look at. */
const noModule: KnownProblem = {
  signs: ['ModuleNotFoundError: No module named '],
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
  unless: [noModule],
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

export const pythonProblems: readonly KnownProblem[] = [
  noModule,
  noCallable,
  noSecretKey,
  disallowedHost,
  noTable,
  asgiUnderWsgi,
]
