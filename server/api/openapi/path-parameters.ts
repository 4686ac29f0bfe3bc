import type { JsonSchema } from '#kit/json-schema.ts'

/** The prefixes of ids that tell what kind of thing they name. */
const prefixes: Readonly<Record<string, string>> = {
  ownerId: '(user|orga)',
  applicationId: 'app',
  migrationId: 'migration',
  deliveryId: 'delivery',
}

/** The value of a parameter in a path, by its name. */
export const parameterSchema = (name: string): JsonSchema =>
  Object.hasOwn(prefixes, name)
    ? { type: 'string', pattern: `^${prefixes[name]}_` }
    : { type: 'string' }
