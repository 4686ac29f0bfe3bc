import { posix } from 'node:path'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Source } from '#platform/model/hosting/deployments/source.ts'
import { quote } from '#runtimes/variable.ts'

/** `APP_FOLDER` as a path relative to the repository; `undefined` means the main folder. */
export function appFolder(text: string | undefined): string | undefined {
  const folder = posix.normalize(text ?? '.').replace(/^\/+|\/+$/g, '')
  return folder === '' || folder === '.' ? undefined : folder
}

/** The application in a folder of the repository. */
export async function placeBelow(repository: Source, folder: string): Promise<Place> {
  if ((await repository.list(folder)).length === 0) {
    throw new Failure('recipe', `APP_FOLDER is ${quote(folder)}, and there is no such folder.`)
  }
  const names = await Promise.all(foldersAbove(folder).map((above) => repository.list(above)))
  return {
    source: sourceBelow(repository, folder),
    repository,
    folder,
    above: new Set(names.flat()),
  }
}

/** The files of one folder, as a source of their own. */
const sourceBelow = (source: Source, folder: string): Source => ({
  commit: source.commit,
  read: (path) => source.read(posix.join(folder, path)),
  list: (path) => source.list(posix.join(folder, path)),
  extract: (target, signal) => source.extract(target, signal),
})

function foldersAbove(folder: string): string[] {
  const names = folder.split('/')
  return names.map((_, depth) => names.slice(0, depth).join('/'))
}

/** Location of an application in its repository. */
export interface Place {
  /** The files of its folder. */
  source: Source
  /** The whole repository, when the folder is only a part of it. */
  repository?: Source
  /** Path of that folder. */
  folder?: string
  /** Names in each parent folder of the application's folder. */
  above?: ReadonlySet<string>
}
