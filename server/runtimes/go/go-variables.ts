import { type Kind, oneOf, type PlatformVariable, path } from '#runtimes/variable.ts'

const buildTools = ['gomod', 'gobuild', 'makefile', 'goget'] as const
export type GoBuildTool = (typeof buildTools)[number]

const packagePath: Kind = {
  words: 'it must be one package, such as ./cmd/server or example.com/shop/cmd/server',
  accepts: (text) =>
    /^[A-Za-z0-9_.][\w.~+/-]{0,300}$/.test(text) &&
    !text.split('/').some((part) => part === '..' || part === '...'),
}

const binary: Kind = {
  words: 'it must be the path of a program in the folder of the application, such as bin/server',
  accepts: (text) => path.accepts(text) && !/^[/-]/.test(text) && !/\/$/.test(text),
}

/** Variables of Go applications, besides those of every application. */
export const goVariables: readonly PlatformVariable[] = [
  {
    name: 'CC_GO_BUILD_TOOL',
    kind: oneOf(buildTools),
    meaning:
      'What builds the program: gomod by default with go.mod, makefile with a Makefile and CC_GO_BINARY, else gobuild; goget is deprecated.',
  },
  {
    name: 'CC_GO_PKG',
    kind: packagePath,
    meaning: 'The package that is built, such as ./cmd/server; the main package by default.',
  },
  {
    name: 'CC_GO_BINARY',
    kind: binary,
    meaning: 'The program that the build makes and that is started, such as bin/server.',
  },
]
