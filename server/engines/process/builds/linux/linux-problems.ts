import type { KnownProblem } from '#engines/process/builds/known-problem.ts'

const notInstalled: KnownProblem = {
  signs: [/^mise ERROR Failed to install /],
  advice:
    'mise could not install a tool of mise.toml, for the reason above: correct its name and version (`mise ls-remote <tool>`), or, where its publisher cannot be reached from here, ask the operator or use a Dockerfile.',
}

const noTask: KnownProblem = {
  signs: [/^mise ERROR no tasks? .{0,200}found/],
  advice:
    'mise does not know that task: `mise tasks` shows those there are. One that is a file has to be executable (chmod +x), and its Git mode committed.',
}

const brokenMakefile: KnownProblem = {
  signs: [/: \*\*\* missing separator\./],
  advice:
    'Commands in a Makefile begin with a tab, not with blanks: look at the line that is named above.',
}

/** Problems of builds by mise and make. */
export const linuxProblems: readonly KnownProblem[] = [notInstalled, noTask, brokenMakefile]
