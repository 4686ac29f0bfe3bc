/** The files of a folder, as whoever detects its type may ask for them. */
export interface Project {
  isFile(path: string): Promise<boolean>
  /** Text of a file; `undefined` if there is none. */
  read(path: string): Promise<string | undefined>
}

/** A type of application that the files of a folder are for. */
export interface FittingType {
  type: string
  /** The file that says so. */
  because: string
  /** What is left to do before the first push. */
  advice?: string
}

export const fits = (type: string, because: string): FittingType => ({ type, because })

/** The first of these that is a file. */
export async function firstFile(
  project: Project,
  names: readonly string[],
): Promise<string | undefined> {
  for (const name of names) if (await project.isFile(name)) return name
  return undefined
}
