import { frontVariables, plainPath, seconds } from '#runtimes/front/front-variables.ts'
import {
  boolean,
  type Kind,
  oneOf,
  type PlatformVariable,
  token,
  version,
} from '#runtimes/variable.ts'

const variable = (name: string, kind: Kind, meaning: string): PlatformVariable => ({
  name,
  kind,
  meaning,
})

const size: Kind = {
  words: 'it must be a size such as 256M, or -1 for no limit',
  accepts: (text) => /^([1-9]\d{0,5}[KMG]|[1-9]\d{5,11}|-1)$/i.test(text),
}

const megabytes: Kind = {
  words: 'it must be a size in megabytes from 8 to 4096, such as 128',
  accepts: (text) =>
    /^\d{1,4}M?$/i.test(text) &&
    Number.parseInt(text, 10) >= 8 &&
    Number.parseInt(text, 10) <= 4096,
}

const phpFile: Kind = {
  words: 'it must be a file of the application that ends with .php, such as config/preload.php',
  accepts: (text) => plainPath.accepts(text) && text.endsWith('.php'),
}

const options: Kind = {
  words: 'it must be options of composer install with blanks between them, such as --no-plugins',
  accepts: (text) =>
    text.length <= 1000 && /^--?[\w:=,.*/+-]+( +--?[\w:=,.*/+-]+){0,29}$/.test(text),
}

const composerVersion: Kind = {
  words: 'it must be a version of Composer, such as 2, 2.2 or 2.8.12',
  accepts: (text) => /^\d{1,2}(\.\d{1,3}){0,2}$/.test(text),
}

const mirror: Kind = {
  words: 'it must be an address that begins with https://',
  accepts: (text) => token.accepts(text) && /^https?:\/\/[\w.:[\]-]+(\/[\w./~-]*)?$/.test(text),
}

/** Variables that Apache takes from those of the server in front of other types. */
const compression = frontVariables.filter(({ name }) =>
  ['ENABLE_GZIP_COMPRESSION', 'GZIP_TYPES'].includes(name),
)

/** Variables of PHP applications, besides those of every application. */
export const phpVariables: readonly PlatformVariable[] = [
  variable(
    'CC_PHP_VERSION',
    version,
    'The version of PHP, such as 8.4 or 8; the newest by default.',
  ),
  variable(
    'CC_WEBROOT',
    plainPath,
    'The folder that is served, such as public; by default the main folder, or public where only that has an index.php.',
  ),
  variable(
    'CC_PHP_COMPOSER_FLAGS',
    options,
    'Options of composer install, in the place of --optimize-autoloader.',
  ),
  variable(
    'CC_PHP_DEV_DEPENDENCIES',
    oneOf(['install', 'ignore']),
    'With install, the dependencies for development are installed too.',
  ),
  variable(
    'CC_COMPOSER_VERSION',
    composerVersion,
    'The version of Composer, such as 2.8.12 or 1; that of the system by default, and for 2.',
  ),
  variable(
    'CC_COMPOSER_MIRROR',
    mirror,
    'Where other versions of Composer are downloaded from; https://getcomposer.org/download by default.',
  ),
  variable(
    'MEMORY_LIMIT',
    size,
    'The memory that one request may take, such as 256M; 128M by default.',
  ),
  variable('CC_OPCACHE_MEMORY', megabytes, 'The size of OPcache in megabytes; 128 by default.'),
  variable('CC_OPCACHE_PRELOAD', phpFile, 'A script that OPcache preloads when PHP starts.'),
  variable(
    'ENABLE_REDIS',
    boolean,
    'Accepted from elsewhere: the extension redis is there with and without it.',
  ),
  variable(
    'SESSION_TYPE',
    oneOf(['redis', 'files']),
    'With redis, sessions are in a linked Redis add-on, where all instances find them.',
  ),
  variable('HTTP_TIMEOUT', seconds, 'How long a request may take, in seconds; 180 by default.'),
  ...compression,
]
