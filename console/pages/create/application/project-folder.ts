import { detectTypes } from '#client/detection/detect-type.ts'
import type { FittingType, Project } from '#client/detection/project.ts'
import type { RecipeQuestion } from '#client/resources/applications/recipes.ts'

/** A folder that was chosen in the browser; its files are read there. */
export interface ProjectFolder {
  /** Another one for each time that it is chosen, since its files may have changed. */
  id: number
  name: string
  /** Files by their path within the folder. */
  files: ReadonlyMap<string, File>
  /** All types that it fits. */
  types: readonly FittingType[]
}

/** What an API call may carry; `berth recipe` has the same limits. */
const maxFiles = 50_000
const maxBytes = 3.5 * 1024 * 1024

export class TooLargeFolderError extends Error {}

let opened = 0

/** What a push would not contain, in almost every project. */
const isLeftOut = (path: string) => /(^|\/)(\.git|node_modules)\//.test(path)

/** The folder of the files that a browser lists, each below the folder's own name. */
export async function openFolder(chosen: readonly File[]): Promise<ProjectFolder> {
  const [first] = chosen
  const [name = ''] = first?.webkitRelativePath.split('/') ?? []
  const files = new Map(
    chosen
      .map((file) => [file.webkitRelativePath.slice(name.length + 1), file] as const)
      .filter(([path]) => path !== '' && !isLeftOut(path)),
  )
  if (files.size > maxFiles) throw new TooLargeFolderError()
  opened += 1
  return { id: opened, name, files, types: await detectTypes(projectOf(files)) }
}

const projectOf = (files: ReadonlyMap<string, File>): Project => ({
  isFile: async (path) => files.has(path),
  read: async (path) => files.get(path)?.text(),
})

/** The folder as the platform plans it: it asks for the files that decide. */
export function questionOf({ files }: ProjectFolder): Pick<RecipeQuestion, 'names' | 'read'> {
  let bytes = 0
  return {
    names: [...files.keys()],
    async read(name) {
      const file = files.get(name)
      bytes += file?.size ?? 0
      if (bytes > maxBytes) throw new TooLargeFolderError()
      return (await file?.text()) ?? ''
    },
  }
}
