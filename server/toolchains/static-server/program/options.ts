import { realpath, stat } from 'node:fs/promises'
import { relative, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'

export interface Options {
  /** Real path of the folder that is served. */
  root: string
  port: number
  /** Names directly in it that are not served. */
  hidden: string[]
  /** Path of the page for paths without a file. */
  fallback?: string[]
  /** Folders whose files never change under one name. */
  immutable: string[]
  /** Only checks that the folder is there, or that it has a first page too. */
  check?: 'folder' | 'index'
}

/** What the owner has to change; its message is all that the log needs. */
export class OptionsError extends Error {}

/**
 * `static-server [--port=<number>] [--hide=<name>]… [--fallback=<file>] [--immutable=<folder>]… -- <folder>` serves,
 * `static-server --check=folder|index -- <folder>` checks only.
 */
export async function readOptions(args: string[], from = process.cwd()): Promise<Options> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      port: { type: 'string', default: '8080' },
      check: { type: 'string' },
      hide: { type: 'string', multiple: true, default: [] },
      fallback: { type: 'string' },
      immutable: { type: 'string', multiple: true, default: [] },
    },
  })
  const { port, check, hide, fallback, immutable } = values
  return {
    root: await rootOf(positionals[0] ?? '.', from),
    port: Number(port),
    hidden: hide,
    ...(fallback !== undefined && { fallback: fallback.split('/') }),
    immutable,
    ...((check === 'folder' || check === 'index') && { check }),
  }
}

async function rootOf(folder: string, from: string): Promise<string> {
  const application = await realpath(from)
  const root = await realpath(resolve(application, folder)).catch(() => undefined)
  if (root === undefined || !(await stat(root)).isDirectory()) {
    throw new OptionsError(
      `There is no folder ${JSON.stringify(folder)} after the build: set CC_WEBROOT to the folder that the build writes.`,
    )
  }
  const way = relative(application, root)
  if (way === '..' || way.startsWith(`..${sep}`)) {
    throw new OptionsError(
      `The folder ${JSON.stringify(folder)} is a link to a place outside of the application: CC_WEBROOT must be inside.`,
    )
  }
  return root
}
