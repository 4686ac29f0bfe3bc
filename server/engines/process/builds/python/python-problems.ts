import type { KnownProblem } from '#engines/process/builds/known-problem.ts'

const unreachablePublished: KnownProblem = {
  signs: [/^error: Failed to install cpython-/],
  advice:
    'uv could not fetch that Python, for the reason above: choose one that the platform has ready, which the first lines of this log name, or ask the operator, whose UV_PYTHON_INSTALL_MIRROR can name a mirror.',
}

const unreachableIndex: KnownProblem = {
  signs: [
    /^\s*WARNING: Retrying \(Retry\(total=\d/,
    /^\s*cause: error sending request for url \(/,
    /^\s*All attempts to connect to \S{1,200} failed\./,
  ],
  unless: [unreachablePublished],
  advice:
    'The index of packages does not answer: builds reach the internet, but neither this machine nor private networks. Check the address (PIP_INDEX_URL, UV_DEFAULT_INDEX, the sources of the project) and deploy again; an operator opens a private network by BERTH_EGRESS_ALLOWED.',
}

const noDistribution: KnownProblem = {
  signs: [
    /^ERROR: No matching distribution found for /,
    /^ERROR: Could not find a version that satisfies the requirement /,
  ],
  unless: [unreachableIndex],
  advice:
    'The index has no version of that package which fits what is asked for and this version of Python: correct its name or version, or choose another line with CC_PYTHON_VERSION.',
}

const otherPython: KnownProblem = {
  signs: [
    /^ERROR: Package '.{1,200}' requires a different Python: /,
    /^error: .{0,200}(requires-python|Python requirement).{0,200}(incompatible|not satisfied|does not satisfy)/i,
    /^Current Python version \(\S{1,20}\) is not allowed by the project/,
  ],
  advice:
    'A package, or the project itself, is for another Python than the one that is used: set CC_PYTHON_VERSION (or .python-version) to a line that it names, such as 3.12.',
}

const removedModule: KnownProblem = {
  signs: [/^\s*ModuleNotFoundError: No module named '(distutils|imp|pkg_resources)(\.\w+)*'/],
  advice:
    'A package is too old for this Python, which no longer has that module: ask for a newer release of the package, or set CC_PYTHON_VERSION=3.11.',
}

const otherHash: KnownProblem = {
  signs: [
    /^ERROR: THESE PACKAGES DO NOT MATCH THE HASHES/,
    /^ERROR: Hashes are required in --require-hashes mode/,
  ],
  advice:
    'A package has other files than the hash in the requirements says, or no hash there: write the file again where you develop (pip-compile --generate-hashes, uv export), and commit it. If a hash has changed for the same version, do not trust the package before you know why.',
}

const noCompiler: KnownProblem = {
  signs: [
    /error: can't find Rust compiler/,
    /^\s*error: command '(cargo|rustc|gfortran|nvcc|swig)' failed: No such file or directory/,
  ],
  advice:
    'A package is compiled and its compiler is not there, as there is that of C alone: ask for a release with a wheel for this Python, or choose one with CC_PYTHON_VERSION for which there is one; else use a Dockerfile.',
}

const noManage: KnownProblem = {
  signs: [/can't open file '\S{0,250}manage\.py': \[Errno 2\]/],
  advice:
    'CC_PYTHON_MANAGE_TASKS runs manage.py of the main folder, and there is none: set APP_FOLDER to the folder that has it, or remove the variable.',
}

const conflicting: KnownProblem = {
  signs: [
    /^ERROR: ResolutionImpossible/,
    /^ERROR: Cannot install .{0,300} because these package versions have conflicting dependencies/,
  ],
  advice:
    'Packages of the requirements ask for versions of another one that exclude each other: loosen one of them, as the lines above say.',
}

const outdatedLock: KnownProblem = {
  signs: [
    /The lockfile at `uv\.lock` needs to be updated/,
    /pyproject\.toml changed significantly since poetry\.lock was last generated/,
    /Your Pipfile\.lock \(\w+\) is out of date/,
  ],
  advice:
    'The lock file does not agree with what it locks: run `uv lock`, `poetry lock` or `pipenv lock` where you develop, and commit the file that it writes.',
}

const noHeader: KnownProblem = {
  signs: [
    /fatal error: [\w./-]{1,100}\.h: No such file or directory/,
    /pg_config executable not found/,
  ],
  advice:
    'A package is compiled and the headers of a library are not there: use a version of it with a wheel (such as psycopg[binary]), or a Dockerfile that installs the library.',
}

const noPublished: KnownProblem = {
  signs: [/^error: No download found for request: cpython-/],
  advice:
    'uv knows no such Python: correct the version in CC_PYTHON_VERSION or .python-version (a line such as 3.12 has its newest release), or take one of those that the platform has ready, which the first lines of this log name.',
}

const systemPython: KnownProblem = {
  signs: [/^error: externally-managed-environment/],
  advice:
    'pip of the system was asked, which installs nothing: in hooks use `pip` or `python -m pip`, which are those of .venv, instead of a path such as /usr/bin/pip.',
}

const noStaticRoot: KnownProblem = {
  signs: [/using the staticfiles app without having set the STATIC_ROOT setting/],
  advice:
    'collectstatic needs a folder: STATIC_ROOT = BASE_DIR / "collected" in the settings, and STATIC_FILES_PATH=collected to have it served.',
}

const noDatabase: KnownProblem = {
  signs: [
    /^(django\.db\.utils|psycopg2?|sqlalchemy\.exc)\.\w{0,40}OperationalError\b.{0,200}(connect|Connection)/,
  ],
  advice:
    'The build does not reach the database that a task of it uses: link the add-on to the application, and read its variables (POSTGRESQL_ADDON_HOST, …) in the settings.',
}

const manyHeads: KnownProblem = {
  signs: [
    /^CommandError: Conflicting migrations detected/,
    /CommandError: Multiple head revisions are present/,
  ],
  advice:
    'Two branches have added a migration each: make one that has both before it (`python manage.py makemigrations --merge`, `alembic merge heads`), and commit it.',
}

const missingMigration: KnownProblem = {
  signs: [
    /^django\.db\.migrations\.exceptions\.NodeNotFoundError: /,
    /CommandError: Can't locate revision identified by /,
  ],
  advice:
    'A migration is not there that another one, or the database, names: it was not committed, or was removed after it had run. Commit it again; .gitignore must not keep out the folder migrations.',
}

const otherHistory: KnownProblem = {
  signs: [/^django\.db\.migrations\.exceptions\.InconsistentMigrationHistory: /],
  advice:
    'The database has migrations in another order than the code: the version before this one goes on serving. Bring the order back (most often AUTH_USER_MODEL was changed later), or restore a back-up of the database from before.',
}

const tableExists: KnownProblem = {
  signs: [
    /^django\.db\.utils\.(Programming|Operational)Error: (relation|table|\(1050, "Table) .{1,200} already exists/,
  ],
  advice:
    'A migration makes a table that is there already, such as one of an earlier attempt: if it is the same, mark the migration as done by a one-off command (`python manage.py migrate --fake <application> <migration>`), otherwise rename or remove the table.',
}

const oldRows: KnownProblem = {
  signs: [/^django\.db\.utils\.IntegrityError: .{0,300}contains null values/],
  advice:
    'A column must have a value that older rows do not have: add it in two steps, with null=True and a migration that fills it, then without; or give it a default.',
}

/** Problems of the builds of Python applications. */
export const pythonProblems: readonly KnownProblem[] = [
  manyHeads,
  missingMigration,
  otherHistory,
  tableExists,
  oldRows,
  unreachableIndex,
  noDistribution,
  otherPython,
  removedModule,
  otherHash,
  noCompiler,
  noManage,
  conflicting,
  outdatedLock,
  noHeader,
  noPublished,
  unreachablePublished,
  systemPython,
  noStaticRoot,
  noDatabase,
]
