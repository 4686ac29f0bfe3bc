import type { KnownProblem } from '#engines/process/builds/known-problem.ts'

const notInstalled: KnownProblem = {
  signs: [/^mise ERROR Failed to install /],
  advice:
    'mise could not install a tool of mise.toml, for the reason above: correct its name and version (`mise ls-remote <tool>`), or, where its publisher cannot be reached from here, choose a version that the platform has, which the first lines of this log name, ask the operator or use a Dockerfile.',
}

const unreachablePublisher: KnownProblem = {
  signs: [/^mise (ERROR|WARN) {1,2}.{0,300}error sending request for url/],
  advice:
    'mise does not reach the publisher of a tool: builds reach the internet, but neither this machine nor private networks. Deploy again, take the tool from another backend (`mise registry` lists them), or use a Dockerfile.',
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

const rateLimit: KnownProblem = {
  signs: [/GitHub rate limit exceeded/],
  advice:
    'GitHub answers mise only so many times an hour without a login: set GITHUB_TOKEN to a token without any permission, or give the tool an exact version and deploy later.',
}

const noRule: KnownProblem = {
  signs: [/^make(\[\d+\])?: \*\*\* No rule to make target/, /^make: \*\*\* No targets/],
  advice:
    'make has no rule for what is named above: a target that the Makefile does not have, or a file that is not committed (.gitignore may keep it out). `make` alone runs its first target; CC_MAKEFILE names another Makefile, and for Go CC_GO_BUILD_TOOL=gomod builds without one.',
}

const noHeader: KnownProblem = {
  signs: [/: fatal error: [\w./+-]{1,200}: No such file or directory$/],
  advice:
    'A header is not there. One of your own: commit it, and name its folder by -I. One of a library: the system has those of PostgreSQL, MySQL, OpenSSL, SQLite, libxml2, libffi, libjpeg and zlib; bring the source of any other, or use a Dockerfile.',
}

const noLibrary: KnownProblem = {
  signs: [
    /\bld(\.\w{1,10})?: cannot find -l\S/,
    /^Package \S{1,100} was not found in the pkg-config search path/,
  ],
  advice:
    'A library is not there: correct its name, bring its source and build it too, or use a Dockerfile that installs it.',
}

const undefinedReference: KnownProblem = {
  signs: [/\bundefined reference to [`']/],
  advice:
    'The program uses a function that nothing brings along: name the library (-l) behind the files that use it, in LDLIBS of a Makefile or target_link_libraries of CMake, or add the source file that has it.',
}

const strictWarnings: KnownProblem = {
  signs: [/^\w{1,10}: (all|some) warnings being treated as errors/],
  advice:
    'A warning ends the build: this compiler may be newer than yours, and warn of more. Mend what is named above, or build without -Werror here.',
}

const noCmakePackage: KnownProblem = {
  signs: [
    /^\s*Could not find a package configuration file provided by /,
    /^\s*Could NOT find \w{1,100} \(missing: /,
  ],
  advice:
    'CMake does not find a package that the build requires: bring its source (FetchContent, add_subdirectory), make it optional, or use a Dockerfile that installs it.',
}

const noCmakeLists: KnownProblem = {
  signs: [/^CMake Error: The source directory .{1,300} does not (appear to contain|exist)/],
  advice:
    'CMake is started for another folder than that of CMakeLists.txt: name it by -S (the build runs in the main folder, or in APP_FOLDER), and commit the file.',
}

const configureFailed: KnownProblem = {
  signs: [/^configure: error: /],
  advice:
    'configure misses what its last line names: switch that part off (./configure --help shows how), bring its source, or use a Dockerfile that installs it.',
}

const notExecutable: KnownProblem = {
  signs: [/^(sh|bash|dash): (line )?\d{1,5}: \.{0,2}\/\S{1,200}: Permission denied$/],
  advice:
    'A script may not be executed, because its mode is not committed: `git update-index --chmod=+x <file>` and commit, or start it by its interpreter (sh <file>).',
}

const foreignLines: KnownProblem = {
  signs: [
    /\^M: bad interpreter: /,
    /: \$?'?.{0,100}\\r'?: (command not found|No such file or directory)$/,
    /: cannot execute: required file not found$/,
  ],
  advice:
    'A script names an interpreter that is not there; most often its lines end as on Windows. Commit it with LF: `* text=auto eol=lf` in .gitattributes, then `git add --renormalize .`.',
}

/** Problems of builds by mise, make, CMake and compilers of C. */
export const linuxProblems: readonly KnownProblem[] = [
  notInstalled,
  unreachablePublisher,
  noTask,
  rateLimit,
  brokenMakefile,
  noRule,
  noHeader,
  noLibrary,
  undefinedReference,
  strictWarnings,
  noCmakePackage,
  noCmakeLists,
  configureFailed,
  notExecutable,
  foreignLines,
]
