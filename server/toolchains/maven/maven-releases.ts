import { compare, gte, major, minor } from '#kit/text/versions.ts'
import { allVersions, type ToolEntry, type ToolFile } from '#toolchains/catalogue/catalogue.ts'
import { NotOfferedError } from '#toolchains/fetch-attempt.ts'
import { listReleases, type MavenRelease, readHash } from './maven-metadata.ts'
import type { MavenRepository, PublishedHash } from './maven-repository.ts'

/** Tools whose releases a Maven repository lists: the files of each are those of the one before under another version. */
export const refreshedFromMaven = ['ant', 'jetty', 'maven', 'tomcat'] as const

/** What a version is made of; of one that the catalogue does not know, as the repository has it. */
export type FetchedFile = ToolFile | (WithoutHash<ToolFile> & PublishedHash)
type WithoutHash<File> = File extends ToolFile ? Omit<File, 'sha256'> : never

/**
 * The entry with the newer releases of each line that it has: Tomcat 11.0.25 after 11.0.24, and no 11.1, which may be laid out otherwise. One
 * of which a file or its hash is missing is left out.
 */
export async function withNewMavenReleases(
  entry: ToolEntry,
  repository: MavenRepository,
): Promise<ToolEntry> {
  const known = allVersions(entry)
  const artifacts = new Map(
    known.flatMap((version) => {
      const files = entry.files?.[version]
      return files ? [[artifactOf(files).path, version] as const] : []
    }),
  )
  const added: string[] = []
  for (const artifact of artifacts.keys()) {
    for (const found of await listReleases(repository, artifact)) {
      const { version } = found
      const newest = newestKnown(known, version)
      if (newest === undefined || gte(newest, version) || added.includes(version)) continue
      if (await isOffered(entry, found, repository)) added.push(version)
    }
  }
  return { ...entry, versions: [...known, ...added].sort(compare) }
}

/** The files of a version that the catalogue does not have, from those of the newest of its line. */
export async function filesOfRelease(
  entry: ToolEntry,
  version: string,
  repository: MavenRepository,
): Promise<FetchedFile[] | undefined> {
  const artifact = artifactFor(entry, version)
  if (!artifact) return undefined
  const release = (await listReleases(repository, artifact)).find(
    (each) => each.version === version,
  )
  return release && filesAt(entry, release, repository)
}

async function isOffered(
  entry: ToolEntry,
  release: MavenRelease,
  repository: MavenRepository,
): Promise<boolean> {
  try {
    return (await filesAt(entry, release, repository)) !== undefined
  } catch (error) {
    if (error instanceof NotOfferedError) return false
    throw error
  }
}

async function filesAt(
  entry: ToolEntry,
  { version, name }: MavenRelease,
  repository: MavenRepository,
): Promise<FetchedFile[] | undefined> {
  const files = templateOf(entry, version)
  if (!files) return undefined
  const former = artifactOf(files).version
  return Promise.all(
    files.map(async (file): Promise<FetchedFile> => {
      // A library of another project keeps its version.
      if (!file.path.includes(`/${former}/`)) return file
      const path = file.path.replaceAll(former, name)
      const hash = await readHash(repository, path)
      const { sha256: _, ...rest } = file
      const only =
        'only' in file ? file.only?.map((each) => each.replaceAll(former, name)) : undefined
      return { ...rest, path, ...(only && { only }), ...hash }
    }),
  )
}

const artifactFor = (entry: ToolEntry, version: string): string | undefined => {
  const files = templateOf(entry, version)
  return files && artifactOf(files).path
}

/** Files of the newest version of the same line that the catalogue knows. */
function templateOf(entry: ToolEntry, version: string): readonly ToolFile[] | undefined {
  const newest = newestKnown(Object.keys(entry.files ?? {}).sort(compare), version)
  return newest === undefined ? undefined : entry.files?.[newest]
}

const newestKnown = (known: readonly string[], version: string): string | undefined =>
  known.findLast((each) => major(each) === major(version) && minor(each) === minor(version))

/** The first file names the artifact and its version: `org/apache/ant/ant` and `1.10.18` of `org/apache/ant/ant/1.10.18/ant-1.10.18.jar`. */
function artifactOf([first]: readonly ToolFile[]): { path: string; version: string } {
  const folders = (first?.path ?? '').split('/').slice(0, -1)
  return { path: folders.slice(0, -1).join('/'), version: folders.at(-1) ?? '' }
}
