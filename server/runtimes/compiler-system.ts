import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'

/**
 * The Debian system of languages that are compiled: a C compiler and linker, make, Git, and headers of the libraries that
 * native parts use. The version is that of gcc.
 */
export const compilerSystem: Tool = { name: 'gcc', version: '14' }
