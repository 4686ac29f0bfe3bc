import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Source } from '#platform/model/hosting/deployments/source.ts'
import { type FilledFile, fillHomeFile } from '#platform/model/hosting/recipe/home-file.ts'
import type { CopiedFile } from '#platform/model/hosting/recipe/recipe.ts'

/** A home file with the content of a source file, treated as a secret. */
export async function fillCopiedFile(
  { path, copyOf }: CopiedFile,
  source: Pick<Source, 'read'>,
): Promise<FilledFile> {
  const empty = fillHomeFile({ path, template: '' }, {})
  const content = await source.read(copyOf)
  if (content === undefined) {
    throw new Failure('build', `There is no file ${JSON.stringify(copyOf)} to put into ~/${path}.`)
  }
  return { ...empty, content, secrets: [content] }
}
