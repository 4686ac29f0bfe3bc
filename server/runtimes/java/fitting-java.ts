import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { quote } from '#runtimes/variable.ts'
import type { VersionRequest } from '#runtimes/version-request.ts'

/** The line that is asked for: `21` for `21`, `21.0.5` and `openjdk-21`, `8` for `1.8`. Builds of other vendors are other programs. */
export function fittingJava({ text, origin }: VersionRequest, lines: readonly string[]): string {
  const [, line] = /^(?:openjdk-)?(?:1\.(?=8))?(\d{1,3})(?:[.+u_-][\w.+-]{0,30})?$/.exec(text) ?? []
  if (line !== undefined && lines.includes(line)) return line
  throw new Failure(
    'recipe',
    `There is no Java for ${origin} ${quote(text)}: the lines that can be had are ${lines.join(', ')}.`,
  )
}
