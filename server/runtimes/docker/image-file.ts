import { object, read, string } from '#kit/schema.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Source } from '#platform/model/hosting/deployments/source.ts'
import {
  imageReferenceRule,
  parseImageReference,
} from '#platform/model/hosting/recipe/image-reference.ts'
import { imageFile } from '#platform/model/hosting/recipe/platform-folders.ts'
import { findJsonProblem } from '#runtimes/json-problem.ts'
import { readPlatformFile } from '#runtimes/pipeline/hooks.ts'
import { quote } from '#runtimes/variable.ts'

/** An image by reference, and the file of the repository that names it. */
export interface NamedImage {
  path: string
  reference: string
}

const content = object({ image: string })

/** The image that a file for the platform names, such as `berth/image.json`; the platform commits one for `berth deploy --image`. */
export async function imageOf(source: Source): Promise<NamedImage | undefined> {
  const file = await readPlatformFile({ source }, imageFile)
  if (!file) return undefined
  const { path, text } = file
  const problem = findJsonProblem(text)
  if (problem) {
    throw new Failure(
      'recipe',
      `${path} is not valid JSON at line ${problem.line}, column ${problem.column}.`,
    )
  }
  const { value } = read(content, JSON.parse(text))
  if (!value) {
    throw new Failure(
      'recipe',
      `${path} must name an image, such as { "image": "registry.example/team/name:1.2" }.`,
    )
  }
  if (parseImageReference(value.image)) return { path, reference: value.image }
  throw new Failure(
    'recipe',
    `${path} names the image ${quote(value.image)}, and ${imageReferenceRule}.`,
  )
}
