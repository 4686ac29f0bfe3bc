import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { findJsonProblem } from '#runtimes/json-problem.ts'
import type { Place } from '#runtimes/pipeline/app-folder.ts'
import { readPlatformFile } from '#runtimes/pipeline/hooks.ts'
import { quote } from '#runtimes/variable.ts'

/** What `http.json` of the platform's folder asks of the server in front. No text in it has a character that means something in the configuration of nginx or Apache. */
export interface HttpSettings {
  /** `clevercloud/http.json` */
  path: string
  forceHttps: boolean
  /** A path of requests, `/docs`, and the folder or file whose content is served there. */
  aliases: { from: string; to: string }[]
  /** A status and the file of the repository that is its page. */
  errorPages: { status: number; page: string }[]
  charset?: string
  /** A language and the extension of its files: `fr` and `fr` for `about.fr.html`. */
  languages: { language: string; extension: string }[]
}

const maxEntries = 100

/** Reads `http.json`; none where there is no such file. */
export async function readHttpSettings(place: Place): Promise<HttpSettings | undefined> {
  const file = await readPlatformFile(place, 'http.json')
  if (!file) return undefined
  const { path, text } = file
  const problem = findJsonProblem(text)
  if (problem) refuse(`${path} is not valid JSON at line ${problem.line}, column ${problem.column}`)
  const content: unknown = JSON.parse(text)
  if (!isObject(content)) refuse(`${path} must hold an object, such as {"force_https": true}`)
  const unknown = Object.keys(content).find((name) => !known.has(name))
  if (unknown !== undefined) {
    refuse(`${path} has ${quote(unknown)}, and what it may have is ${[...known].join(', ')}`)
  }
  const { force_https: forceHttps = false, charset } = content
  if (typeof forceHttps !== 'boolean') refuse(`force_https in ${path} must be true or false`)
  if (
    charset !== undefined &&
    !(typeof charset === 'string' && /^[A-Za-z][\w-]{0,39}$/.test(charset))
  ) {
    refuse(`charset in ${path} must be the name of a character set, such as "utf-8"`)
  }
  const entries = (name: string) => entriesOf(content, name, path)
  return {
    path,
    forceHttps,
    ...(typeof charset === 'string' && { charset }),
    aliases: withoutTwins(entries('aliases'), path).map(([from, to]) => {
      if (!isRequestPath(from)) {
        refuse(`aliases in ${path} has ${quote(from)}, which must be a path such as "/docs"`)
      }
      return { from: withoutEnd(from), to: fileIn(to, `aliases of ${quote(from)} in ${path}`) }
    }),
    errorPages: entries('error_pages').map(([status, page]) => {
      if (!/^[45]\d\d$/.test(status) || Number(status) > 599) {
        refuse(
          `error_pages in ${path} has ${quote(status)}, which must be a status from 400 to 599`,
        )
      }
      const where = `error_pages of ${status} in ${path}`
      return { status: Number(status), page: fileIn(page, where) }
    }),
    languages: entries('languages').map(([language, extension]) => {
      if (!/^[A-Za-z]{2,8}(-[A-Za-z\d]{1,8}){0,3}$/.test(language)) {
        refuse(`languages in ${path} has ${quote(language)}, which must be a language such as "fr"`)
      }
      const bare = extension.replace(/^\./, '')
      if (!/^[A-Za-z\d_-]{1,20}$/.test(bare)) {
        refuse(
          `languages of ${language} in ${path} must be the extension of its files, such as "fr"`,
        )
      }
      return { language, extension: bare }
    }),
  }
}

const known: ReadonlySet<string> = new Set([
  ...['force_https', 'aliases', 'error_pages', 'charset', 'languages'],
])

function refuse(sentence: string): never {
  throw new Failure('recipe', `${sentence}.`)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Names with texts. */
function entriesOf(
  content: Record<string, unknown>,
  name: string,
  path: string,
): [string, string][] {
  const value = Object.hasOwn(content, name) ? (content[name] ?? {}) : {}
  if (!isObject(value)) refuse(`${name} in ${path} must be an object`)
  const entries = Object.entries(value)
  if (entries.length > maxEntries) refuse(`${name} in ${path} has more than ${maxEntries} entries`)
  return entries.map(([key, text]) => {
    if (typeof text !== 'string') refuse(`${name} of ${quote(key)} in ${path} must be text`)
    return [key, text]
  })
}

/** A server would not start with the same path twice. */
function withoutTwins(aliases: [string, string][], path: string): [string, string][] {
  const froms = aliases.map(([from]) => withoutEnd(from))
  const twice = froms.find((from, place) => froms.indexOf(from) !== place)
  if (twice !== undefined) refuse(`aliases in ${path} has ${quote(twice)} twice`)
  return aliases
}

const isRequestPath = (text: string) => /^(\/[\w.~-]+)+\/?$/.test(text) && isPlain(text)

const isPlain = (text: string) => text.length <= 255 && !/(^|\/)\.\.?(\/|$)/.test(text)

const withoutEnd = (text: string) => text.replace(/\/$/, '')

/** A path in the folder of the application: `/errors/404.html` and `errors/404.html` are the same. */
function fileIn(text: string, where: string): string {
  const path = withoutEnd(text.replace(/^(\.?\/)+/, ''))
  if (/^[\w.-]+(\/[\w.-]+)*$/.test(path) && isPlain(path)) return path
  refuse(
    `${where} must be a path in the repository of letters, digits, dots, underscores, hyphens and slashes`,
  )
}
