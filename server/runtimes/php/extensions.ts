import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { quote } from '#runtimes/variable.ts'
import type { ComposerFiles } from './composer-files.ts'

/** Extensions of the systems with PHP, as Composer names them; the same in all lines. */
const extensions: ReadonlySet<string> = new Set([
  ...['apcu', 'bcmath', 'bz2', 'calendar', 'core', 'ctype', 'curl', 'date', 'dom', 'exif', 'ffi'],
  ...['fileinfo', 'filter', 'ftp', 'gd', 'gettext', 'gmp', 'hash', 'iconv', 'igbinary', 'imagick'],
  ...['intl', 'json', 'ldap', 'libxml', 'mbstring', 'mysqli', 'mysqlnd', 'openssl', 'pcntl'],
  ...['pcre', 'pdo', 'pdo_mysql', 'pdo_pgsql', 'pdo_sqlite', 'pgsql', 'phar', 'posix', 'random'],
  ...['readline', 'redis', 'reflection', 'session', 'shmop', 'simplexml', 'soap', 'sockets'],
  ...['sodium', 'spl', 'sqlite3', 'standard', 'sysvmsg', 'sysvsem', 'sysvshm', 'tokenizer', 'xml'],
  ...['xmlreader', 'xmlwriter', 'xsl', 'zend-opcache', 'zip', 'zlib'],
])

const maxNamed = 10

/** Refuses an application that needs an extension that is not there, before Composer or a visitor finds out. */
export function checkExtensions(
  { own, locked }: Pick<ComposerFiles, 'own' | 'locked'>,
  composerOptions: readonly string[],
): void {
  if (composerOptions.some((each) => each.startsWith('--ignore-platform-req'))) return
  const missing = new Map(
    [...locked, ...own].flatMap(({ name, origin }) =>
      name.startsWith('ext-') && !extensions.has(name.slice('ext-'.length))
        ? [[name, origin] as const]
        : [],
    ),
  )
  if (missing.size === 0) return
  const named = [...missing]
    .slice(0, maxNamed)
    .map(([name, origin]) => `${quote(name)} (${quote(origin)})`)
  throw new Failure(
    'recipe',
    `PHP of this platform lacks ${missing.size === 1 ? 'an extension' : 'extensions'} that the application requires: ${named.join(', ')}.`,
    [
      'Choose a package that does without, install in spite of it with CC_PHP_COMPOSER_FLAGS=--ignore-platform-req=<extension>, or write a Dockerfile for the type docker.',
    ],
  )
}
