import type { KnownProblem } from './known-problem.ts'

/** Of a file that is not there PHP says which: the line above names it. */
const noVendor: KnownProblem = {
  signs: ["vendor/autoload.php' (include_path", 'vendor/autoload.php): Failed to open stream'],
  advice: [
    'The dependencies are not there: commit composer.json and composer.lock in the folder of the application (APP_FOLDER), or the folder vendor itself.',
  ],
  isPermanent: true,
}

const otherVersion: KnownProblem = {
  signs: [
    'Your Composer dependencies require a PHP version',
    'Composer detected issues in your platform',
  ],
  advice: [
    'The dependencies were chosen for another PHP: ask for it in CC_PHP_VERSION, or run `composer update` with the PHP of the application where you develop and commit composer.lock.',
  ],
  isPermanent: true,
}

const syntaxError: KnownProblem = {
  signs: ['PHP Parse error:'],
  advice: [
    'PHP cannot read the file that the line above names, at the line that it names: `php -l <file>` says the same where you develop. What a newer PHP reads needs that version in CC_PHP_VERSION, or in the php requirement of composer.json.',
  ],
}

const noDriver: KnownProblem = {
  signs: ['could not find driver'],
  advice: [
    'PDO has no driver for that database: those that are there are mysql, pgsql and sqlite. Correct DB_CONNECTION or the address (pgsql:host=…, mysql:host=…), which says another name.',
  ],
}

const noExtension: KnownProblem = {
  signs: [
    'Call to undefined function mongodb',
    'Class "MongoDB\\Driver\\',
    'Class "Memcached" not found',
    'Class "Swoole\\',
    'Call to undefined function sqlsrv_',
    'Call to undefined function oci_',
    'Call to undefined function imap_',
  ],
  advice: [
    'An extension of PHP is not there: `php -m` in `berth ssh` lists those that are. Choose a package that does without, or write a Dockerfile for the type docker. An "ext-…" in the requirements of composer.json says it before the build.',
  ],
}

const noClass: KnownProblem = {
  signs: (line) =>
    /^(\[[^\]]{1,60}\] )?PHP Fatal error: {1,2}.{0,40}\b(Class|Interface|Trait) "[^"]{1,200}" not found/.test(
      line,
    ),
  unless: [noExtension],
  advice: [
    'A class is not there: on Linux the name of its file has the same capitals, "autoload" in composer.json names the folder of its namespace, and a package that only "require-dev" names needs CC_PHP_DEV_DEPENDENCIES=install.',
  ],
}

const noMailServer: KnownProblem = {
  signs: ['/usr/sbin/sendmail: not found'],
  advice: [
    'mail() of PHP has no mail server here, so nothing is sent: send by SMTP, with MAIL_MAILER=smtp in Laravel, MAILER_DSN in Symfony, or a plug-in of WordPress.',
  ],
}

const noMemory: KnownProblem = {
  signs: ['PHP Fatal error:  Allowed memory size of'],
  advice: [
    'A request needs more memory than one may take: raise MEMORY_LIMIT, such as `berth env set MEMORY_LIMIT 256M`; with a larger flavor as many of them fit in as before.',
  ],
}

const noChildren: KnownProblem = {
  signs: ['server reached pm.max_children setting', 'server reached max_children setting'],
  advice: [
    'All processes of PHP were busy, and requests waited: choose a larger flavor or more instances, or set PHP_FPM_OPTIONS=--children=<n> if each takes little memory.',
  ],
}

const noPage: KnownProblem = {
  signs: ['AH01276: Cannot serve directory'],
  advice: [
    'The folder that is served has no index.php or index.html, so Apache answers 403: name the one that has, such as `berth env set CC_WEBROOT public`.',
  ],
}

const phpInHtaccess: KnownProblem = {
  signs: ["Invalid command 'php_value'", "Invalid command 'php_flag'"],
  advice: [
    'php_value and php_flag in .htaccess are not for PHP-FPM, and Apache answers 500 to them: write the setting to a file .user.ini in that folder, such as upload_max_filesize = 32M, and remove the line.',
  ],
}

const unknownDirective: KnownProblem = {
  signs: ['perhaps misspelled or defined by a module not included in the server configuration'],
  unless: [phpInHtaccess],
  advice: [
    'A directive in .htaccess is of a module that Apache does not have here, so it answers 500: correct or remove it, or write it between <IfModule mod_….c> and </IfModule>.',
  ],
}

const notWritable: KnownProblem = {
  signs: [
    'could not be opened in append mode',
    'Please provide a valid cache path',
    'directory must be present and writable',
    'file_put_contents(/home/',
    'Unable to create the "cache" directory',
  ],
  advice: [
    'The application cannot write to one of its folders, mostly because Git keeps no empty ones: commit a .gitignore in each of them (storage/framework/views, bootstrap/cache, var/cache), or make them in CC_PRE_RUN_HOOK, such as `mkdir -p storage/framework/views`. For files that stay, mount a bucket with CC_FS_BUCKET.',
  ],
}

const noKey: KnownProblem = {
  signs: [
    'No application encryption key has been specified',
    'MissingAppKeyException',
    'Unsupported cipher or incorrect key length',
  ],
  advice: [
    'Laravel does not start without APP_KEY: `php artisan key:generate --show` prints one where you develop; set it with `berth env set APP_KEY <key>`.',
  ],
}

const noDatabase: KnownProblem = {
  signs: [
    ...['SQLSTATE[HY000] [2002]', 'SQLSTATE[HY000] [1045]', 'SQLSTATE[08006]'],
    ...['mysqli_sql_exception: Connection refused', 'mysqli_sql_exception: Access denied for user'],
  ],
  unless: [noDriver],
  advice: [
    'The database does not answer at that address: link the add-on to the application, and read its variables (POSTGRESQL_ADDON_HOST, MYSQL_ADDON_HOST, …) where the connection is configured.',
  ],
}

const noTable: KnownProblem = {
  signs: ['SQLSTATE[42P01]', 'SQLSTATE[42S02]'],
  advice: [
    'The database lacks tables of the application: migrate it at the end of the build, such as CC_POST_BUILD_HOOK="php artisan migrate --force".',
  ],
}

export const phpProblems: readonly KnownProblem[] = [
  noVendor,
  otherVersion,
  syntaxError,
  noDriver,
  noExtension,
  noMemory,
  noChildren,
  noPage,
  phpInHtaccess,
  unknownDirective,
  notWritable,
  noKey,
  noDatabase,
  noTable,
  noClass,
  noMailServer,
]
