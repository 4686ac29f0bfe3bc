import { buildTools } from '#runtimes/node/package-managers/package-managers.ts'
import {
  basicCredentials,
  boolean,
  command,
  line,
  oneOf,
  type PlatformVariable,
  token,
  version,
} from '#runtimes/variable.ts'

/** Variables of JavaScript applications, in addition to those of all applications. */
export const nodeVariables: readonly PlatformVariable[] = [
  {
    name: 'NODE_ENV',
    kind: line,
    meaning: 'production leaves out development dependencies and is what most frameworks expect.',
  },
  {
    name: 'CC_NODE_VERSION',
    kind: version,
    meaning:
      'The version of Node; engines.node in package.json wins, unless it allows this version too.',
  },
  {
    name: 'CC_NODE_BUILD_TOOL',
    kind: oneOf(buildTools),
    meaning: 'What installs the dependencies; by default what the lock file says, else npm.',
  },
  {
    name: 'CC_CUSTOM_BUILD_TOOL',
    kind: command,
    meaning: 'The command that installs when CC_NODE_BUILD_TOOL is custom.',
  },
  {
    name: 'CC_NODE_DEV_DEPENDENCIES',
    kind: oneOf(['install', 'ignore']),
    meaning: 'Whether development dependencies are installed, whatever NODE_ENV is.',
  },
  {
    name: 'CC_NODE_RUN_BUILD',
    kind: boolean,
    meaning:
      'Whether the script build is run after the installation; by default when the start needs what it makes and nothing else makes it.',
  },
  { name: 'NPM_TOKEN', kind: token, meaning: 'The token for a private registry.' },
  {
    name: 'CC_NPM_BASIC_AUTH',
    kind: basicCredentials,
    meaning: 'User and password for a private registry, instead of a token.',
  },
  {
    name: 'CC_NPM_REGISTRY',
    kind: line,
    meaning:
      'The host or address that the credentials are for; github stands for the one of GitHub.',
  },
]
