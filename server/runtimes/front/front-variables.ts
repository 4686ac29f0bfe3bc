import { boolean, type Kind, type PlatformVariable } from '#runtimes/variable.ts'

/** A path without characters that mean something in the configuration of a server. */
export const plainPath: Kind = {
  words:
    'it must be a path in the repository of letters, digits, dots, underscores, hyphens and slashes',
  accepts: (text) =>
    /^[\w./-]{1,255}$/.test(text) && !text.split('/').includes('..') && !text.startsWith('-'),
}

const prefix: Kind = {
  words: 'it must be the beginning of a path, such as /static',
  accepts: (text) =>
    /^\/?[\w.-]+(\/[\w.-]+)*\/?$|^\/$/.test(text) &&
    text.length <= 255 &&
    !text.split('/').includes('..'),
}

const mediaTypes: Kind = {
  words: 'it must be media types with blanks between them, such as text/css application/json',
  accepts: (text) => /^[\w.+-]+\/[\w.+-]+( +[\w.+-]+\/[\w.+-]+){0,99}$/.test(text),
}

export const seconds: Kind = {
  words: 'it must be a number of seconds from 1 to 86400',
  accepts: (text) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 86_400,
}

/** Variables of the server for static files in front of an application. */
export const frontVariables: readonly PlatformVariable[] = [
  {
    name: 'STATIC_FILES_PATH',
    kind: plainPath,
    meaning: 'A folder of files that are served without asking the application.',
  },
  {
    name: 'STATIC_URL_PREFIX',
    kind: prefix,
    meaning: 'The beginning of the paths of these files, such as /static; / by default.',
  },
  {
    name: 'STATIC_WEBROOT',
    kind: plainPath,
    meaning:
      'A folder whose files are served at / where there is one for the path, such as public.',
  },
  {
    name: 'ENABLE_GZIP_COMPRESSION',
    kind: boolean,
    meaning: 'Answers of the application and files are compressed.',
  },
  {
    name: 'GZIP_TYPES',
    kind: mediaTypes,
    meaning: 'The media types that are; text/html always.',
  },
  {
    name: 'NGINX_READ_TIMEOUT',
    kind: seconds,
    meaning: 'How long the application may take to answer, in seconds; 300 by default.',
  },
]
