import type { KnownProblem } from '#engines/process/builds/known-problem.ts'

const noDistribution: KnownProblem = {
  signs: [
    /^ERROR: No matching distribution found for /,
    /^ERROR: Could not find a version that satisfies the requirement /,
  ],
  advice:
    'The index has no version of that package which fits what is asked for and this version of Python: correct its name or version, or choose another line with CC_PYTHON_VERSION.',
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
  noDistribution,
  conflicting,
  outdatedLock,
  noHeader,
  systemPython,
  noStaticRoot,
  noDatabase,
]
