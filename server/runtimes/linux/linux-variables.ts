import { command, type PlatformVariable, path } from '#runtimes/variable.ts'

/** Variables of applications of type linux, besides those of every application. */
export const linuxVariables: readonly PlatformVariable[] = [
  {
    name: 'CC_BUILD_COMMAND',
    kind: command,
    meaning:
      'Builds the application, instead of the task build of mise.toml or the target build of the Makefile.',
  },
  {
    name: 'CC_MAKEFILE',
    kind: {
      words: 'it must be the path of a Makefile in the repository',
      accepts: (text) => path.accepts(text) && !/^[/-]/.test(text),
    },
    meaning: 'The Makefile; GNUmakefile, makefile or Makefile by default.',
  },
]
