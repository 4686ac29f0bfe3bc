import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { basename, dirname, relative } from 'node:path'
import { contentType } from 'mime-types'
import send from 'send'
import { cacheControl } from './cache-control.ts'
import { compressFiles } from './compressed-files.ts'
import { acceptedEncodings, isCompressible } from './encodings.ts'
import { entityTags } from './entity-tags.ts'
import { entryAt, type FoundFile, findFile } from './find-file.ts'
import type { Options } from './options.ts'
import { asFolder, parseRequestPath, type RequestPath } from './request-path.ts'

/** What is sent for a file. */
interface Body {
  /** Path of the file with the bytes. */
  body: string
  encoding?: string
  tag(): Promise<string>
}

export interface AnswerContext {
  /** Folder for compressed copies. */
  temporary: string
  onError: (error: Error) => void
}

/** Answers requests with the files of a site. */
export function createAnswer(options: Options, { temporary, onError }: AnswerContext) {
  const tagOf = entityTags()
  const compressed = compressFiles(temporary)

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      await answer(request, response)
    } catch (error) {
      onError(error as Error)
      sayPlainly(response, 500)
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('X-Content-Type-Options', 'nosniff')
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD')
      return sayPlainly(response, 405)
    }
    const url = request.url ?? ''
    const path = parseRequestPath(url)
    if (!path) return sayPlainly(response, 400)
    const lookup = await findFile(options, path)
    if (lookup === 'folder without a slash') {
      response.setHeader('Location', asFolder(path, url))
      return sayPlainly(response, 301)
    }
    if (lookup !== 'nothing') return serve(request, response, lookup.file)
    if (options.fallback && isPage(path)) {
      const fallback = await entryAt(options, options.fallback)
      if (fallback?.stats.isFile()) return serve(request, response, fallback)
    }
    const page = await entryAt(options, ['404.html'])
    if (!page?.stats.isFile()) return sayPlainly(response, 404)
    response.statusCode = 404
    return serve(request, response, page)
  }

  /** Sends a file, compressed where the visitor accepts it; `send` answers conditional and range requests. */
  async function serve(
    request: IncomingMessage,
    response: ServerResponse,
    file: FoundFile,
  ): Promise<void> {
    const type = contentType(basename(file.path)) || 'application/octet-stream'
    response.setHeader('Content-Type', type)
    const isFound = response.statusCode === 200
    const { body, encoding, tag } = await bodyOf(request, file, type)
    if (isCompressible(type)) response.setHeader('Vary', 'Accept-Encoding')
    if (encoding) response.setHeader('Content-Encoding', encoding)
    if (isFound) {
      response.setHeader('ETag', await tag())
      const path = relative(options.root, file.path)
      response.setHeader('Cache-Control', cacheControl(path, options.immutable))
    }
    send(request, `/${encodeURIComponent(basename(body))}`, {
      root: dirname(body),
      dotfiles: 'allow',
      index: false,
      etag: false,
      lastModified: isFound,
      acceptRanges: isFound,
      cacheControl: false,
    })
      .on('error', ({ status }: { status: number }) => sayPlainly(response, status))
      .pipe(response)
  }

  /** The file itself, one beside it that is compressed already, or one that we compressed. A part of a file is not compressed. */
  async function bodyOf(request: IncomingMessage, file: FoundFile, type: string): Promise<Body> {
    const plain = { body: file.path, tag: () => tagOf(file) }
    if (!isCompressible(type) || request.headers.range !== undefined) return plain
    const accepted = acceptedEncodings(request.headers['accept-encoding']?.toString())
    for (const { name, extension } of accepted) {
      const segments = `${relative(options.root, file.path)}${extension}`.split('/')
      const beside = await entryAt(options, segments)
      if (beside?.stats.isFile()) {
        return { body: beside.path, encoding: name, tag: () => tagOf(beside) }
      }
    }
    const [best] = accepted
    const body = best && (await compressed(file, best))
    return body ? { body, encoding: best.name, tag: () => tagOf(file, `-${best.name}`) } : plain
  }
}

/** Whether a path names a page of a single-page application, and not a file that is missing. */
const isPage = ({ segments }: RequestPath) => !segments.at(-1)?.includes('.')

/** Headers that describe a file, and would be wrong for a message. */
const ofFiles = ['Content-Encoding', 'ETag', 'Last-Modified', 'Cache-Control', 'Accept-Ranges']

function sayPlainly(response: ServerResponse, status: number): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  for (const name of ofFiles) response.removeHeader(name)
  response.statusCode = status
  response.setHeader('Content-Type', 'text/plain; charset=utf-8')
  response.end(`${STATUS_CODES[status]}\n`)
}
