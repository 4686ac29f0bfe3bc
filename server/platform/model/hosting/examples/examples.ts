/** An example of ours that can be deployed, by its folder in `examples/`. */
export interface Example {
  type: string
  /** Variables with which it is created. */
  environment: Readonly<Record<string, string>>
}

/** One of each type of application that has one. */
export const examples = {
  // A variable that somebody can change to see what happens.
  hello: { type: 'node', environment: { NAME: 'world' } },
  python: {
    type: 'python',
    environment: { STATIC_FILES_PATH: 'public', STATIC_URL_PREFIX: '/public' },
  },
  go: { type: 'go', environment: {} },
  rust: { type: 'rust', environment: {} },
  php: { type: 'php', environment: {} },
  ruby: {
    type: 'ruby',
    environment: { STATIC_FILES_PATH: 'public', STATIC_URL_PREFIX: '/public' },
  },
  maven: { type: 'maven', environment: {} },
  gradle: { type: 'gradle', environment: {} },
  jar: { type: 'jar', environment: { CC_JAR_ARGS: 'with arguments' } },
  war: { type: 'war', environment: {} },
  static: { type: 'static', environment: { CC_WEBROOT: 'public' } },
  linux: { type: 'linux', environment: {} },
  docker: {
    type: 'docker',
    environment: { CC_DOCKER_BUILD_ARGUMENTS: 'GREETING', GREETING: 'Hello' },
  },
} as const satisfies Record<string, Example>

export type ExampleName = keyof typeof examples

export const exampleNames = Object.keys(examples) as ExampleName[]

export const isExampleName = (name: string): name is ExampleName => Object.hasOwn(examples, name)
