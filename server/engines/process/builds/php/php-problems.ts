import type { KnownProblem } from '#engines/process/builds/known-problem.ts'

const outdatedLock: KnownProblem = {
  signs: [/^\s*- Required package "[^"]{1,200}" is (not present|in the lock file as)/],
  advice:
    'composer.lock does not agree with composer.json: run `composer update --lock` (or `composer require` with the package) where you develop, and commit composer.lock.',
}

const otherVersion: KnownProblem = {
  signs: [/your php version \([^)]{1,40}\) does not satisfy that requirement/],
  advice:
    'A package needs another PHP than the application has: ask for it in CC_PHP_VERSION or in the php requirement of composer.json, or run `composer update` with the PHP of the application where you develop and commit composer.lock.',
}

const noExtension: KnownProblem = {
  signs: [/\bit is missing from your system\. Install or enable PHP's \S{1,100} extension/],
  advice:
    'A package requires an extension of PHP that is not there: choose one that does without, install in spite of it with CC_PHP_COMPOSER_FLAGS=--ignore-platform-req=<extension>, or write a Dockerfile for the type docker.',
}

const noCredentials: KnownProblem = {
  signs: [
    /^\s*(Could not authenticate against|Invalid credentials for) /,
    /URL required authentication/,
    /The '[^']{1,200}' URL could not be accessed \(HTTP 40[13]\)/,
  ],
  advice:
    'A repository of packages wants credentials: put what auth.json has in the variable COMPOSER_AUTH, or set CC_SSH_PRIVATE_KEY to a key that may read the Git repository.',
}

const noAnswer: KnownProblem = {
  signs: [
    /^\s*curl error \d{1,3} while downloading /,
    /The following exception probably indicates you/,
  ],
  advice:
    'A repository of packages does not answer: check its address in composer.json. Where this platform does not reach packagist.org, commit the folder vendor, or name a mirror in "repositories" of composer.json.',
}

const noVersion: KnownProblem = {
  signs: [
    /could not be found in any version, there may be a typo in the package name/,
    /^\s*- Root composer\.json requires .{1,200}, found .{1,200} but it does not match the constraint/,
  ],
  advice:
    'No repository has a package, or a version of it, that composer.json asks for: correct its name or version, or name its repository in "repositories", then commit composer.lock.',
}

const syntaxError: KnownProblem = {
  signs: [/^(PHP )?Parse error: .{1,300} on line \d{1,7}/],
  advice:
    'PHP cannot read the file that the line above names, at the line that it names: `php -l <file>` says the same where you develop. What a newer PHP reads needs that version in CC_PHP_VERSION.',
}

const noDatabase: KnownProblem = {
  signs: [/SQLSTATE\[(HY000|08006)\] \[(2002|1045|7)\]/],
  advice:
    'The build does not reach the database that a command of it uses: link the add-on to the application, and read its variables (POSTGRESQL_ADDON_HOST, MYSQL_ADDON_HOST, …) where the connection is configured.',
}

const noClass: KnownProblem = {
  signs: [/^(PHP )?Fatal error: .{0,40}\b(Class|Interface|Trait) "[^"]{1,200}" not found/],
  advice:
    'A command of the build uses a class that is not there: on Linux the name of its file has the same capitals, "autoload" in composer.json names the folder of its namespace, and a package that only "require-dev" names needs CC_PHP_DEV_DEPENDENCIES=install.',
}

const noMemory: KnownProblem = {
  signs: [/^(PHP )?Fatal error: {1,2}Allowed memory size of \d{1,20} bytes exhausted/],
  advice:
    'Composer or a command of the build takes more memory than PHP gives it: commit composer.lock, with which Composer needs little, and set COMPOSER_MEMORY_LIMIT=-1, or -d memory_limit=-1 behind php in the command.',
}

const blockedPlugin: KnownProblem = {
  signs: [/contains a Composer plugin which is blocked by your allow-plugins config/],
  advice:
    'Composer runs only plugins that composer.json allows: run `composer config allow-plugins.<package> true` where you develop, and commit composer.json.',
}

const noDriver: KnownProblem = {
  signs: [/\bcould not find driver\b/],
  advice:
    'PDO has no driver for that database: those that are there are mysql, pgsql and sqlite. Correct DB_CONNECTION or the address (pgsql:host=…, mysql:host=…), which says another name.',
}

const tableIsThere: KnownProblem = {
  signs: [/SQLSTATE\[(42P07|42S01)\]/],
  advice:
    'A migration makes a table that the database has already, as one before it ended halfway or another application uses the same add-on: look with `berth database shell`, and remove the table or note the migration as done.',
}

/** Problems of the builds of PHP applications. */
export const phpProblems: readonly KnownProblem[] = [
  outdatedLock,
  otherVersion,
  noExtension,
  noCredentials,
  noAnswer,
  noVersion,
  syntaxError,
  noDatabase,
  noClass,
  noMemory,
  blockedPlugin,
  noDriver,
  tableIsThere,
]
