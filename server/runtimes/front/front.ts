import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { type Environment, isOn } from '#platform/model/hosting/environment.ts'
import type { Tool, Worker } from '#platform/model/hosting/recipe/recipe.ts'
import { setting } from '#runtimes/variable.ts'
import type { HttpSettings } from './http-settings.ts'

/** Where an application listens that has the server for static files in front of it. */
export const behindFront = 9000

export interface Front {
  tool: Tool
  worker: Worker
  notes: string[]
}

export const usualTypes =
  'text/css text/plain text/xml application/javascript application/json application/xml image/svg+xml'

/**
 * nginx on the port of the application: it serves static files, and passes everything else on to the application behind it. Its options are those that
 * `front.sh` writes a configuration from; each was checked against its kind, which has no character that means something there.
 */
export function frontOf(environment: Environment, http?: HttpSettings, port = 8080): Front {
  const files = setting(environment, 'STATIC_FILES_PATH')
  const root = setting(environment, 'STATIC_WEBROOT')
  const prefix = prefixOf(setting(environment, 'STATIC_URL_PREFIX'))
  if (files !== undefined && root !== undefined && prefix === '/') {
    throw new Failure(
      'recipe',
      'STATIC_FILES_PATH and STATIC_WEBROOT are both served at /: set STATIC_URL_PREFIX, or only one of them.',
    )
  }
  const hasGzip = isOn(environment, 'ENABLE_GZIP_COMPRESSION')
  const served = [
    ...(files === undefined ? [] : [{ prefix, folder: files, name: 'STATIC_FILES_PATH' }]),
    ...(root === undefined ? [] : [{ prefix: '/', folder: root, name: 'STATIC_WEBROOT' }]),
  ]
  const twin = served.find((each) => http?.aliases.some(({ from }) => `${from}/` === each.prefix))
  if (twin) {
    throw new Failure(
      'recipe',
      `${http?.path} has an alias for ${twin.prefix}, where ${twin.name} serves files: remove one of them.`,
    )
  }
  return {
    tool: { name: 'front', version: '1' },
    worker: {
      command: [
        'front',
        ...(port === 8080 ? [] : [`--listen=${port}`]),
        `--timeout=${setting(environment, 'NGINX_READ_TIMEOUT') ?? '300'}`,
        ...(hasGzip ? [`--gzip=${setting(environment, 'GZIP_TYPES') ?? usualTypes}`] : []),
        ...served.flatMap((each) => [
          `--prefix=${each.prefix}`,
          `--files=${withoutDots(each.folder)}`,
        ]),
        ...(http ? httpOptions(http) : []),
      ],
      restart: 'always',
      delay: 1000,
    },
    notes: [
      ...served.map(
        (each) =>
          `Files of ${withoutDots(each.folder)} are served at ${each.prefix} (${each.name}).`,
      ),
      ...(http ? [`The server in front follows ${http.path}.`] : []),
    ],
  }
}

/** Nothing that nginx or Apache would read as more than a word: `readHttpSettings` has refused everything else. */
export const httpOptions = (http: HttpSettings): string[] => [
  ...(http.forceHttps ? ['--force-https=yes'] : []),
  ...(http.charset === undefined ? [] : [`--charset=${http.charset}`]),
  ...http.aliases.flatMap(({ from, to }) => [`--alias=${from}`, `--to=${to}`]),
  ...http.errorPages.map(({ status, page }) => `--error-page=${status}:${page}`),
  ...http.languages.map(({ language, extension }) => `--language=${language}:${extension}`),
]

/** With a slash at both ends. */
const prefixOf = (text = '/') => `/${text.replace(/^\/|\/$/g, '')}/`.replace('//', '/')

/** `./public/` and `/public` as `public`. */
export const withoutDots = (folder: string) =>
  folder
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/') || '.'
