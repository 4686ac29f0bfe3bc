import { nodeVariables } from '#runtimes/node/node-variables.ts'
import { command, type PlatformVariable, path, paths } from '#runtimes/variable.ts'

/** Variables of static sites, in addition to those of all applications. */
export const staticVariables: readonly PlatformVariable[] = [
  {
    name: 'CC_WEBROOT',
    kind: path,
    meaning: "The folder of files to serve; the application's folder by default.",
  },
  {
    name: 'CC_BUILD_COMMAND',
    kind: command,
    meaning: 'Makes the files, such as npm ci && npm run build; nothing by default.',
  },
  {
    name: 'CC_STATIC_FALLBACK',
    kind: path,
    meaning:
      'The page below CC_WEBROOT for paths without a file, such as index.html for a single-page application.',
  },
  {
    name: 'CC_STATIC_IMMUTABLE',
    kind: paths,
    meaning:
      'Folders below CC_WEBROOT whose files never change under one name, such as assets: browsers keep them for a year.',
  },
  ...nodeVariables.filter(({ name }) => name === 'CC_NODE_VERSION'),
]
