import { parse, TomlError } from 'smol-toml'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'

/** The tables of a TOML file, or a failure that says where it is none. */
export function parseToml(path: string, text: string): Record<string, unknown> {
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    throw new Failure(
      'recipe',
      `${path} is not valid TOML at line ${error.line}, column ${error.column}.`,
    )
  }
}
