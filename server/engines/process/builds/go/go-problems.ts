import type { KnownProblem } from '#engines/process/builds/known-problem.ts'

const noSum: KnownProblem = {
  signs: [/missing go\.sum entry/, /: updates to go\.(mod|sum) needed/],
  advice:
    'go.mod and go.sum do not agree with the imports: run `go mod tidy` where you develop, and commit both files.',
}

const noModule: KnownProblem = {
  signs: [/no required module provides package /, /cannot find module providing package /],
  advice:
    'A package is imported that go.mod does not name: run `go get` with its path (or `go mod tidy`) where you develop, and commit go.mod and go.sum.',
}

const otherSum: KnownProblem = {
  signs: [/^verifying .{1,200}: checksum mismatch/, /^SECURITY ERROR/],
  advice:
    'A module has other files than go.sum or the checksum database says: do not trust it before you know why. For a private module set GOPRIVATE to the beginning of its path.',
}

const inconsistentVendor: KnownProblem = {
  signs: [/inconsistent vendoring in /],
  advice:
    'The folder vendor does not agree with go.mod: run `go mod vendor` and commit the folder, or remove it.',
}

const noMain: KnownProblem = {
  signs: [
    /^(package .{1,200} is not a main package|no Go files in )/,
    /cannot write multiple packages to non-directory/,
  ],
  advice:
    'What is built is not a program: set CC_GO_PKG to the folder of the package main, such as ./cmd/server.',
}

const noPackage: KnownProblem = {
  signs: [
    /^package .{1,200} is not in std/,
    /cannot find package "?.{1,200}"? in any of/,
    /: directory not found$/,
  ],
  advice:
    'A package is not where it is looked for. One of your own is imported by the module line of go.mod and its folder; CC_GO_PKG begins with ./ or with that line.',
}

const newerGo: KnownProblem = {
  signs: [
    /^go: .{0,200}requires go >= ?\d.{0,60}\(running go /,
    /module requires Go \d.{0,40} or later/,
  ],
  advice:
    'A module needs a newer Go than is used: write that version into the go line of go.mod (`go get go@latest`), or into mise.toml if it names one.',
}

const privateModule: KnownProblem = {
  signs: [
    /could not read Username for 'https:\/\//,
    /terminal prompts disabled/,
    /^go: .{1,200}reading .{1,300}: (404 Not Found|410 Gone)/,
  ],
  advice:
    'A module is private, or does not exist. For a private one set GOPRIVATE to the beginning of its path and CC_SSH_PRIVATE_KEY to a key that may read it, and in CC_PRE_BUILD_HOOK: git config --global url."ssh://git@github.com/".insteadOf https://github.com/. Or commit it by `go mod vendor`.',
}

const noCompiler: KnownProblem = {
  signs: [/^cgo: C compiler ".{1,100}" not found/],
  advice:
    'A package is compiled with C and something of that is not there: use one in pure Go (such as modernc.org/sqlite), or a Dockerfile that installs the library.',
}

const unreachableProxy: KnownProblem = {
  signs: [
    /: Get "https?:\/\/\S{1,300}": (dial tcp|net\/http: TLS handshake timeout|context deadline)/,
  ],
  advice:
    'A server of modules does not answer: builds reach the internet, but neither this machine nor private networks. Check GOPROXY and GOPRIVATE and deploy again, or commit the modules by `go mod vendor`; an operator opens a private network by BERTH_EGRESS_ALLOWED.',
}

const noEmbeddedFile: KnownProblem = {
  signs: [/: pattern \S{1,200}: (no matching files found|cannot embed )/],
  advice:
    'The files of a go:embed line are not there: they are not committed, or another build makes them. Make them before Go builds, such as CC_PRE_BUILD_HOOK="npm ci && npm run build" with node in mise.toml.',
}

const noFilesForTarget: KnownProblem = {
  signs: [/build constraints exclude all Go files in /],
  advice:
    'A package has no files for this system: it needs C (remove CGO_ENABLED=0) or another build tag (GOFLAGS=-tags=…), or GOOS and GOARCH name another system: remove them.',
}

const brokenMod: KnownProblem = {
  signs: [/^go: errors parsing go\.(mod|work):/, /^go: .{0,200}invalid go version '/],
  advice:
    'go.mod cannot be read: the lines below say where. The go line is a version such as 1.26 or 1.26.3; after a merge run `go mod tidy`.',
}

const noVersionControl: KnownProblem = {
  signs: [/^error obtaining VCS status: /],
  advice:
    'Go cannot read the commit from the folder: set GOFLAGS=-buildvcs=false. COMMIT_ID says the commit to the program.',
}

const killed: KnownProblem = {
  signs: [/: signal: killed$/],
  advice:
    'The compiler was killed, most often because the build needs more memory than it may use: set GOFLAGS=-p=1 so that one package is compiled at a time, or choose a larger flavor for builds.',
}

/** Problems of the builds of Go applications. */
export const goProblems: readonly KnownProblem[] = [
  noSum,
  noModule,
  otherSum,
  inconsistentVendor,
  noMain,
  noPackage,
  newerGo,
  privateModule,
  noCompiler,
  unreachableProxy,
  noEmbeddedFile,
  noFilesForTarget,
  brokenMod,
  noVersionControl,
  killed,
]
