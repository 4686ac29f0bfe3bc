import {
  check,
  type Infer,
  list,
  maxLength,
  minLength,
  openShape,
  optional,
  pipe,
  rawCheck,
  regex,
  text,
  unknown,
  withoutControls,
} from '#protocol/shape.ts'
import { isPublished } from './published-secrets.ts'

const tooLong = (max: number) => `More than ${max} characters are too many.`
const limited = (max: number) => maxLength<string, number, string>(max, tooLong(max))

const id = pipe(
  text((kind) => `'id' must be a text; it is ${kind}.`),
  limited(64),
  regex(/^[a-z0-9_-]+$/, 'An id has only lower-case letters, digits, underscores and dashes.'),
)

const name = pipe(
  text((kind) => `'name' must be a text; it is ${kind}.`),
  limited(200),
  withoutControls('A name has no control characters.'),
)

const noName = 'The name of a variable is a text that is not empty.'
const oddName = 'A variable has only upper-case letters, digits and underscores.'
const variable = pipe(
  text(noName),
  minLength(1, noName),
  maxLength(200, oddName),
  regex(/^[A-Z0-9_]+$/, oddName),
)
const noVariables = 'Give a list with the names of the variables that an add-on has.'
const maxVariables = 100
const variables = pipe(
  // The number is checked before the entries.
  list(unknown(), noVariables),
  minLength(1, noVariables),
  maxLength(maxVariables, `More than ${maxVariables} variables are too many.`),
  list(variable, noVariables),
)

const maxSecretLength = 1_000
/** Messages never contain the secret. */
const secret = pipe(
  text((kind) => `A secret is a random text; this is ${kind}.`),
  minLength(1, 'A secret is a random text; this is empty.'),
  maxLength(maxSecretLength, `More than ${maxSecretLength} characters are too many for a secret.`),
  withoutControls('A secret has no control characters.'),
  check(
    (given) => !isPublished(given),
    'This secret stands in public examples. Make one: openssl rand -hex 32',
  ),
)

const noRegions = `Give a list of regions that contains 'eu'.`
const regions = pipe(
  list(text('A region is a text.'), noRegions),
  minLength(1, noRegions),
  // Also when another region is invalid, so that all problems are reported at once.
  rawCheck(({ dataset: { value }, addIssue }) => {
    const hasEu = !Array.isArray(value) || value.includes('eu')
    if (!hasEu) addIssue({ message: `The list must contain 'eu'.` })
  }),
)

const noAddress = 'Give the absolute address of your service as a text.'
const address = pipe(text(noAddress), minLength(1, noAddress), limited(2_000))

/** URLs of a provider's service. */
const endpoints = (path: string) =>
  openShape(
    {
      /** Receives orders; a resource is at `{base_url}/{id}`. */
      base_url: address,
      /** Receives the single sign-on form. */
      sso_url: address,
    },
    (kind) => `'${path}' must have base_url and sso_url; it is ${kind}.`,
  )

/** Manifest of a provider, as far as single fields can be checked. Unknown keys are kept. */
export const manifestSchema = openShape(
  {
    /** Also the user name of every call; never changes after the first push. */
    id,
    name: optional(name),
    api: openShape(
      {
        /** Variables that a provisioned add-on provides. */
        config_vars: variables,
        password: secret,
        sso_salt: secret,
        regions,
        production: endpoints('api.production'),
        /** Used while the provider is being developed. */
        test: endpoints('api.test'),
      },
      (kind) => `'api' must be an object; it is ${kind}.`,
    ),
  },
  (kind) => `A manifest is an object; this is ${kind}.`,
)

/** Manifest of a provider. */
export type Manifest = Infer<typeof manifestSchema>
export type Endpoints = Manifest['api']['test']
